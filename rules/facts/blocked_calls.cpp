#include "facts/blocked_calls.h"

#include <algorithm>

namespace fencepost {
namespace {

// With processes that exist: a receive from any source waits for all other processes of its communicator.
BlockedCall resolved(const Job& job, BlockedCall call) {
  std::erase_if(call.processes, [&](ProcessId process) { return !job.processes().contains(process); });
  const bool any = call.processes.empty() && call.peer == Rank::kAnySource;
  if (any && call.waits_for == WaitsFor::kMessage)
    if (const Communicator* communicator = job.communicator(call.communicator))
      for (const auto* members : {&communicator->members, &communicator->remote_members})
        for (const ProcessId member : *members)
          if (member != call.place.process && std::ranges::find(call.processes, member) == call.processes.end())
            call.processes.push_back(member);
  std::ranges::sort(call.processes);
  return call;
}

}  // namespace

BlockedCalls::BlockedCalls(const Job& job, const EndOfRun& end)
    : job_(&job), hung_(end.hung), with_running_threads_(end.with_running_threads) {
  for (const BlockedCall& call : end.blocked)
    if (call.place.process.known()) calls_[call.place.process].push_back(resolved(job, call));
  for (auto& [process, calls] : calls_)
    std::ranges::stable_partition(calls, [](const BlockedCall& call) { return call.waits_for != WaitsFor::kThread; });
  find_stuck();
}

BlockedCalls BlockedCalls::without(const std::function<bool(const BlockedCall&, ProcessId)>& gives) const {
  BlockedCalls others = *this;
  for (const ProcessId process : stuck_)
    for (BlockedCall& call : others.calls_.at(process))
      std::erase_if(call.processes, [&](ProcessId other) { return gives(call, other); });
  others.find_stuck();
  return others;
}

bool BlockedCalls::may_return(const BlockedCall& call) const {
  // What it needs comes from its own process: whether that can go on is asked of the calls of MPI. If there are none,
  // it is known only of a job that was ended because nothing moved.
  if (call.waits_for == WaitsFor::kThread) return first_of(call.place.process).waits_for == WaitsFor::kThread && !hung_;
  if (call.waits_for == WaitsFor::kNothing || call.waits_for == WaitsFor::kUnknown || call.processes.empty())
    return true;
  const auto able = [&](ProcessId process) { return !stuck_.contains(process) && !job_->process(process).finalizing; };
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

std::vector<ProcessId> BlockedCalls::partners(ProcessId process, Of of) const {
  std::vector<ProcessId> partners;
  for (const BlockedCall& call : calls_.at(process))
    for (const ProcessId other : of == Of::kAwaited ? awaited(call) : call.processes)
      if (stuck_.contains(other)) partners.push_back(other);
  return partners;
}

std::vector<ProcessId> BlockedCalls::awaited(const BlockedCall& call) const {
  const auto has_come = [&](ProcessId process) {
    const auto found = calls_.find(process);
    return found != calls_.end() && std::ranges::any_of(found->second, [&](const BlockedCall& theirs) {
             return theirs.collective == call.collective && theirs.communicator == call.communicator;
           });
  };
  std::vector<ProcessId> rest = call.processes;
  if (call.collective != MpiCall::kNone) std::erase_if(rest, has_come);
  return rest.empty() ? call.processes : rest;
}

std::vector<ProcessId> BlockedCalls::group_of(ProcessId process) const {
  std::map<ProcessId, std::set<ProcessId>> links;
  for (const ProcessId one : stuck_)
    for (const ProcessId other : partners(one, Of::kCalls)) {
      links[one].insert(other);
      links[other].insert(one);
    }
  std::set<ProcessId> seen{process};
  std::vector<ProcessId> queue{process};
  for (std::size_t i = 0; i < queue.size(); ++i)
    for (const ProcessId other : links[queue[i]])
      if (seen.insert(other).second) queue.push_back(other);
  std::ranges::sort(queue);
  return queue;
}

std::vector<ProcessId> BlockedCalls::cycle_in(const std::vector<ProcessId>& group) const {
  std::vector<ProcessId> best;
  for (const ProcessId start : group) {
    std::map<ProcessId, ProcessId> from;  // breadth first: the process that led here
    std::vector<ProcessId> queue{start};
    for (std::size_t i = 0; i < queue.size(); ++i)
      for (const ProcessId next : partners(queue[i], Of::kAwaited)) {
        if (next == start) {
          std::vector<ProcessId> cycle;
          for (ProcessId at = queue[i]; at != start; at = from[at]) cycle.push_back(at);
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

const AccessEpoch* answered(const Job& job, const BlockedCall& wait, ProcessId other) {
  const Window* window = job.window(wait.window);
  if (!window || window->rank_of(other) == Rank::kNone) return nullptr;
  const AccessEpoch* start = job.state(other, wait.window).start.get();
  return start && start->has_target(window->rank_of(wait.place.process)) ? start : nullptr;
}

}  // namespace fencepost
