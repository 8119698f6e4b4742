#include "facts/blocked_calls.h"

#include <algorithm>

namespace fencepost {
namespace {

// With processes that exist: a receive from any source waits for all other processes of its communicator.
BlockedCall resolved(const Job& job, BlockedCall call) {
  std::erase_if(call.processes, [&](int process) { return process < 0 || process >= job.processes(); });
  const bool any = call.processes.empty() && call.peer == Rank::kAnySource;
  if (any && call.waits_for == WaitsFor::kMessage)
    if (const Communicator* communicator = job.communicator(call.communicator))
      for (const auto* members : {&communicator->members, &communicator->remote_members})
        for (const int member : *members)
          if (member != call.place.process && std::ranges::find(call.processes, member) == call.processes.end())
            call.processes.push_back(member);
  std::ranges::sort(call.processes);
  return call;
}

}  // namespace

BlockedCalls::BlockedCalls(const Job& job, const EndOfRun& end)
    : job_(&job), hung_(end.hung), with_running_threads_(end.with_running_threads) {
  for (const BlockedCall& call : end.blocked)
    if (call.place.process >= 0) calls_[call.place.process].push_back(resolved(job, call));
  for (auto& [process, calls] : calls_)
    std::ranges::stable_partition(calls, [](const BlockedCall& call) { return call.waits_for != WaitsFor::kThread; });
  find_stuck();
}

BlockedCalls BlockedCalls::without(const std::function<bool(const BlockedCall&, int)>& gives) const {
  BlockedCalls others = *this;
  for (const int process : stuck_)
    for (BlockedCall& call : others.calls_.at(process))
      std::erase_if(call.processes, [&](int other) { return gives(call, other); });
  others.find_stuck();
  return others;
}

bool BlockedCalls::may_return(const BlockedCall& call) const {
  // What it needs comes from its own process: whether that can go on is asked of the calls of MPI. If there are none,
  // it is known only of a job that was ended because nothing moved.
  if (call.waits_for == WaitsFor::kThread) return first_of(call.place.process).waits_for == WaitsFor::kThread && !hung_;
  if (call.waits_for == WaitsFor::kNothing || call.waits_for == WaitsFor::kUnknown || call.processes.empty())
    return true;
  const auto able = [&](int process) { return !stuck_.contains(process) && !job_->process(process).finalizing; };
  return any_is_enough(call) ? std::ranges::any_of(call.processes, able) : std::ranges::all_of(call.processes, able);
}

void BlockedCalls::find_stuck() {
  stuck_.clear();
  for (const auto& [process, calls] : calls_) {
    // Another thread might make the missing call: the process waits only if all its threads do. If the job was ended
    // because nothing moved, they did.
    const bool main = std::ranges::any_of(calls, [](const BlockedCall& call) {
      return call.place.thread == kMainThread && call.waits_for != WaitsFor::kThread;
    });
    const bool all_wait = hung_ || (main && !with_running_threads_.contains(process));
    if (all_wait && !job_->process(process).finalizing) stuck_.insert(process);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [process, calls] : calls_)
      if (stuck_.contains(process) &&
          std::ranges::any_of(calls, [&](const BlockedCall& call) { return may_return(call); })) {
        stuck_.erase(process);
        changed = true;
      }
  }
}

std::vector<int> BlockedCalls::partners(int process) const {
  std::vector<int> partners;
  for (const BlockedCall& call : calls_.at(process))
    for (const int other : call.processes)
      if (stuck_.contains(other)) partners.push_back(other);
  return partners;
}

std::vector<int> BlockedCalls::group_of(int process) const {
  std::map<int, std::set<int>> links;
  for (const int one : stuck_)
    for (const int other : partners(one)) {
      links[one].insert(other);
      links[other].insert(one);
    }
  std::set<int> seen{process};
  std::vector<int> queue{process};
  for (std::size_t i = 0; i < queue.size(); ++i)
    for (const int other : links[queue[i]])
      if (seen.insert(other).second) queue.push_back(other);
  std::ranges::sort(queue);
  return queue;
}

std::vector<int> BlockedCalls::cycle_in(const std::vector<int>& group) const {
  std::vector<int> best;
  for (const int start : group) {
    std::map<int, int> from;  // breadth first: the process that led here
    std::vector<int> queue{start};
    for (std::size_t i = 0; i < queue.size(); ++i)
      for (const int next : partners(queue[i])) {
        if (next == start) {
          std::vector<int> cycle;
          for (int at = queue[i]; at != start; at = from[at]) cycle.push_back(at);
          cycle.push_back(start);
          std::ranges::reverse(cycle);
          if (best.empty() || cycle.size() < best.size()) best = cycle;
          i = queue.size();
          break;
        }
        if (from.try_emplace(next, queue[i]).second) queue.push_back(next);
      }
  }
  return best;
}

const AccessEpoch* answered(const Job& job, const BlockedCall& wait, int other) {
  const Window* window = job.window(wait.window);
  if (!window || window->rank_of(other) == Rank::kNone) return nullptr;
  const AccessEpoch* start = job.state(other, wait.window).start.get();
  return start && start->has_target(window->rank_of(wait.place.process)) ? start : nullptr;
}

}  // namespace fencepost
