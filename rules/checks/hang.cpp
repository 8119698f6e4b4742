// Hangs: from what each process waits for at the end of its trace to the cycle or the missing call (FP-MATCH-008, 009,
// and the more precise FP-MATCH-001 to 004, 010, 011 where a partner has ended without making the call).
//
// A process is stuck if what it waits for can only come from processes that are stuck or have ended. Everything
// doubtful (a process that computes or was killed, a wait of an unknown kind) counts as able to go on: a killed job is
// not a hang.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "checks/calls.h"
#include "checks/check.h"

namespace fencepost {
namespace {

class HangCheck : public Check {
 public:
  using Check::Check;

  void finished(const Job& job, const EndOfRun& end) override {
    waits_.clear();
    for (const BlockedCall& call : end.blocked)
      if (call.place.process >= 0) waits_[call.place.process].push_back(resolved(job, call));
    hung_ = end.hung;
    stuck_ = find_stuck(job);
    told_already(job, end);
    // One finding for each group of processes that hang together.
    std::set<int> told;
    for (const int process : stuck_) {
      if (told.contains(process)) continue;
      std::vector<int> group = group_of(process);
      told.insert(group.begin(), group.end());
      tell(job, end, group);
    }
    for (const CollectiveCall& call : end.incomplete) collective(job, call);
    if (hung_ && told.empty() && !waits_.empty() && !different_collectives_ && !told_already_)
      tell_unexplained(job, end);
  }

  void epochs_matched(const Job& job, const EpochMatch& match) override {
    const Window* window = job.window(match.access->window);
    if (!window) return;
    Met& met = met_[{window->key, match.access->process, match.exposure->process}];
    ++met.count;
    met.start = match.access->opened;
    met.post = match.exposure->opened;
  }

  void before(const Job&, const Moment&, const Place& place, const AnyEvent& event) override {
    if (as<event::FinalizeBegin>(event)) finalize_at_[place.process] = place;
  }

  // Different calls that met as one: FP-MATCH-001, 002 or 011 says so, and why the job hangs is told.
  void collective(const Job&, const CollectiveCall& call) override {
    MpiCall first = MpiCall::kNone;
    for (const CollectiveMember& member : call.members) {
      if (!member.called) continue;
      if (first == MpiCall::kNone) first = member.place.call;
      different_collectives_ = different_collectives_ || member.place.call != first;
    }
  }

 private:
  std::map<int, std::vector<BlockedCall>> waits_;  // of each blocked process, by thread
  std::map<int, Place> finalize_at_;               // by process
  std::set<int> stuck_;
  struct Met {  // access and exposure epochs of two processes that belong together
    std::uint64_t count = 0;
    Place start, post;  // of the last
  };
  std::map<std::tuple<std::uint64_t, int, int>, Met> met_;  // by window, origin and target
  bool hung_ = false;
  bool different_collectives_ = false;
  bool told_already_ = false;

  // With processes that exist: a receive from any source waits for all others of its communicator.
  static BlockedCall resolved(const Job& job, BlockedCall call) {
    std::erase_if(call.processes, [&](int process) { return process < 0 || process >= job.processes(); });
    const bool any = call.processes.empty() && call.peer == kAnySource;
    if (any && call.waits_for == WaitsFor::kMessage)
      if (const Communicator* communicator = job.communicator(call.communicator))
        for (const auto* members : {&communicator->members, &communicator->remote_members})
          for (const int member : *members)
            if (member != call.place.process && std::ranges::find(call.processes, member) == call.processes.end())
              call.processes.push_back(member);
    std::ranges::sort(call.processes);
    return call;
  }

  // Several processes may give what one needs (a receive from any source): one of them is enough.
  static bool any_is_enough(const BlockedCall& call) { return call.waits_for == WaitsFor::kMessage; }

  std::set<int> find_stuck(const Job& job) const {
    std::set<int> stuck;
    for (const auto& [process, calls] : waits_) {
      // Another thread might make the call that is missing: only if the first thread waits as well does the process.
      // When the job was ended because nothing moved, the first thread waited as well, for one of the others.
      const bool main = std::ranges::any_of(calls, [](const BlockedCall& call) { return call.place.thread == 0; });
      if ((main || hung_) && !job.process(process).finalizing) stuck.insert(process);
    }
    const auto able = [&](int process) { return !stuck.contains(process) && !job.process(process).finalizing; };
    const auto may_return = [&](const BlockedCall& call) {
      if (call.waits_for == WaitsFor::kNothing || call.waits_for == WaitsFor::kUnknown || call.processes.empty())
        return true;
      return any_is_enough(call) ? std::ranges::any_of(call.processes, able)
                                 : std::ranges::all_of(call.processes, able);
    };
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& [process, calls] : waits_)
        if (stuck.contains(process) &&
            std::ranges::any_of(calls, [&](const BlockedCall& call) { return may_return(call); })) {
          stuck.erase(process);
          changed = true;
        }
    }
    return stuck;
  }

  // Those who would not be stuck but for a call that another finding says is missing: told there.
  void told_already(const Job& job, const EndOfRun& end) {
    const std::map<int, std::vector<BlockedCall>> waits = waits_;
    const std::set<int> stuck = stuck_;
    std::map<Report::Number, std::vector<int>> waiting;  // for what the finding says is missing
    for (auto& [process, calls] : waits_) {
      if (!stuck.contains(process)) continue;
      for (BlockedCall& call : calls)
        std::erase_if(call.processes, [&](int other) {
          const auto finding = explained(call, other);
          if (finding) waiting[*finding].push_back(process);
          return finding.has_value();
        });
    }
    if (waiting.empty()) return;
    const std::set<int> without = find_stuck(job);
    const std::map<int, std::vector<BlockedCall>> waits_without = waits_;
    waits_ = waits;
    for (const auto& [number, processes] : waiting) {
      std::vector<int> group = group_of(processes.front());
      std::erase_if(group, [&](int process) { return without.contains(process); });
      std::vector<std::string> why;
      for (const int process : group) why.push_back(sentence(job, process));
      for (const int process : group) groups(job, end, process, why);
      lock_table(end, why);
      Finding& finding = report().finding(number);
      if (finding.rule == rule::kOperationOutsideEpoch && finding.accesses.size() == 1)
        finding.suggestion = fmt::format(
            "Call MPI_Win_start(group, 0, win) before {} at {}, and MPI_Win_complete(win) after the last of these "
            "operations.",
            finding.accesses[0].call, position_of(finding.accesses[0].location));
      for (std::string& one : why)
        if (std::ranges::find(finding.why, one) == finding.why.end()) finding.why.push_back(std::move(one));
      for (const int process : processes)
        if (!without.contains(process))
          report().belongs(number, rule::kDeadlock, main_call(process).place, blocked_access(process));
    }
    told_already_ = without.size() < stuck.size();
    stuck_ = without;
    waits_ = waits_without;
  }

  // The finding that says why `other` does not give what is waited for.
  std::optional<Report::Number> explained(const BlockedCall& call, int other) {
    if (call.waits_for == WaitsFor::kLock)
      return report().missing().of(other, call.window, WaitsFor::kLock, call.target);
    const Window* window = words().job().window(call.window);
    if (call.waits_for != WaitsFor::kComplete || !window) return std::nullopt;
    return report().missing().of(other, call.window, WaitsFor::kComplete, window->rank_of(call.place.process));
  }

  const BlockedCall& main_call(int process) const { return waits_.at(process).front(); }

  std::vector<int> stuck_partners(int process) const {
    std::vector<int> partners;
    for (const BlockedCall& call : waits_.at(process))
      for (const int other : call.processes)
        if (stuck_.contains(other)) partners.push_back(other);
    return partners;
  }

  // All that are connected by waiting.
  std::vector<int> group_of(int start) const {
    std::map<int, std::set<int>> links;
    for (const int process : stuck_)
      for (const int other : stuck_partners(process)) {
        links[process].insert(other);
        links[other].insert(process);
      }
    std::set<int> seen{start};
    std::vector<int> queue{start};
    for (std::size_t i = 0; i < queue.size(); ++i)
      for (const int other : links[queue[i]])
        if (seen.insert(other).second) queue.push_back(other);
    std::ranges::sort(queue);
    return queue;
  }

  // A cycle among the group, in the order of waiting; empty if there is none. The shortest that starts at its lowest
  // rank.
  std::vector<int> cycle_in(const std::vector<int>& group) const {
    std::vector<int> best;
    for (const int start : group) {
      std::map<int, int> from;  // breadth first: who led here
      std::vector<int> queue{start};
      for (std::size_t i = 0; i < queue.size(); ++i)
        for (const int next : stuck_partners(queue[i])) {
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

  std::string needed(const BlockedCall& call) {
    switch (call.waits_for) {
      case WaitsFor::kProcesses:
        return "the same call";
      case WaitsFor::kMessage:
        return "a message" + std::string(call.tag >= 0 ? fmt::format(" with tag {}", call.tag) : "");
      case WaitsFor::kReceive:
        return "the receive of its message";
      case WaitsFor::kPost:
        return "MPI_Win_post";
      case WaitsFor::kComplete:
        return "MPI_Win_complete";
      case WaitsFor::kLock:
        return call.target >= 0 ? fmt::format("the lock of {}", words().target(call.window, call.target))
                                : std::string("a lock");
      case WaitsFor::kRequest:
        return "the completion of a request";
      case WaitsFor::kNothing:
      case WaitsFor::kUnknown:
        break;
    }
    return "something unknown";
  }

  static std::string_view never(WaitsFor what, bool one) {
    switch (what) {
      case WaitsFor::kLock:
        return one ? "gives it back" : "give it back";
      case WaitsFor::kMessage:
        return one ? "sends it" : "send it";
      case WaitsFor::kReceive:
        return one ? "receives it" : "receive it";
      default:
        return one ? "makes it" : "make it";
    }
  }

  // "Rank 0 waits in MPI_Win_complete at halo.c:21 on window halo for MPI_Win_post of rank 2."
  std::string sentence(const Job& job, int process) {
    const BlockedCall& call = main_call(process);
    std::string text = fmt::format("Rank {} waits in {}", process, words().call_at(call.place));
    if (call.place.thread != 0) text += fmt::format(" (thread {})", call.place.thread);
    if (call.window != 0) text += " on " + words().window_short(call.window);
    if (call.waits_for == WaitsFor::kNothing || call.waits_for == WaitsFor::kUnknown || call.processes.empty())
      return text + ".";
    const bool lock = call.waits_for == WaitsFor::kLock;
    text += fmt::format(" for {} {} {}", needed(call),
                        lock                  ? "held by"
                        : any_is_enough(call) ? "from"
                                              : "of",
                        call.processes.size() > 1 && any_is_enough(call) ? "any of " + ranks_of(call.processes)
                                                                         : ranks_of(call.processes));
    std::vector<int> ended;
    for (const int other : call.processes)
      if (job.process(other).finalizing) ended.push_back(other);
    if (!ended.empty()) {
      const auto at = finalize_at_.find(ended.front());
      text += fmt::format("; {} {} in {} and never {}", ranks_of(ended), ended.size() == 1 ? "is" : "are",
                          at == finalize_at_.end() ? std::string("MPI_Finalize") : words().call_at(at->second),
                          never(call.waits_for, ended.size() == 1));
    }
    return text + ".";
  }

  // The rule for a call that never comes because the partner has ended.
  static std::string_view rule_for_missing(const BlockedCall& call) {
    switch (call.waits_for) {
      case WaitsFor::kPost:
        return rule::kStartWithoutPost;
      case WaitsFor::kComplete:
        return rule::kPostWithoutStart;
      case WaitsFor::kProcesses:
        switch (call.place.call) {
          case MpiCall::kWin_fence:
            return rule::kFenceMismatch;
          case MpiCall::kWin_free:
            return rule::kWindowFreeMismatch;
          case MpiCall::kWin_create:
          case MpiCall::kWin_create_c:
          case MpiCall::kWin_allocate:
          case MpiCall::kWin_allocate_c:
          case MpiCall::kWin_allocate_shared:
          case MpiCall::kWin_allocate_shared_c:
          case MpiCall::kWin_create_dynamic:
            return rule::kWindowCreationMismatch;
          default:
            return rule::kMissingPartner;
        }
      default:
        return rule::kMissingPartner;
    }
  }

  void tell(const Job& job, const EndOfRun& end, const std::vector<int>& group) {
    const std::vector<int> cycle = cycle_in(group);
    Violation v;
    std::string_view rule;
    std::vector<int> first;  // those the finding is about; the rest waits for them
    if (!cycle.empty()) {
      rule = rule::kDeadlock;
      first = cycle;
      v.message = cycle.size() == 1 ? fmt::format("Rank {} waits for itself in {} and cannot go on.", cycle[0],
                                                  words().call_at(main_call(cycle[0]).place))
                                    : fmt::format("Ranks {} wait for each other and none can go on: {}.",
                                                  list_of(cycle), chain(cycle));
      v.suggestion = cycle_suggestion(cycle);
    } else {
      for (const int process : group)
        if (std::ranges::any_of(main_call(process).processes, [&](int other) { return job.process(other).finalizing; }))
          first.push_back(process);
      if (first.empty()) first = {group.front()};
      const BlockedCall& call = main_call(first.front());
      rule = rule_for_missing(call);
      v.message = sentence(job, first.front());
      v.suggestion = missing_suggestion(job, call);
    }
    for (const int process : first)
      if (!cycle.empty() || process != first.front()) v.why.push_back(sentence(job, process));
    for (const int process : group)
      if (std::ranges::find(first, process) == first.end()) v.why.push_back(sentence(job, process));
    for (const int process : group) groups(job, end, process, v.why);
    if (const bool other = other_messages(end, group, v.why); other && !cycle.empty())
      v.suggestion = "Make senders and receivers agree on communicator, tag and order of these messages.";
    lock_table(end, v.why);
    for (const int process : first) v.accesses.push_back(blocked_access(process));
    for (const int process : group)
      if (std::ranges::find(first, process) == first.end()) v.accesses.push_back(blocked_access(process));
    v.ranks = group;
    const Place& place = main_call(first.front()).place;
    if (report().is_new(rule, place, main_call(first.front()).window)) report().add(rule, place, std::move(v));
  }

  // The access epoch of `other` that has begun to use the exposure which waits in `wait`; null: there is none.
  const AccessEpoch* answered(const BlockedCall& wait, int other) {
    const Window* window = words().job().window(wait.window);
    if (!window || window->rank_of(other) < 0) return nullptr;
    const AccessEpoch* start = words().job().state(other, wait.window).start.get();
    return start && start->has_target(window->rank_of(wait.place.process)) ? start : nullptr;
  }

  // The exposure epoch of `other` that is not for the process whose start waits in `wait`; null: there is none.
  const ExposureEpoch* posted_for_others(const BlockedCall& wait, int other) {
    const Window* window = words().job().window(wait.window);
    if (!window || window->rank_of(other) < 0) return nullptr;
    const ExposureEpoch* post = words().job().state(other, wait.window).exposure.get();
    const int rank = window->rank_of(wait.place.process);
    return post && std::ranges::find(post->origins, rank) == post->origins.end() ? post : nullptr;
  }

  // "Name rank 0 in the group of MPI_Win_post at halo.c:11 on rank 1, whose start waits for it: it names rank 2."
  std::string other_group(const BlockedCall& wait) {
    if (wait.waits_for != WaitsFor::kPost) return "";
    for (const int other : wait.processes)
      if (const ExposureEpoch* post = posted_for_others(wait, other))
        return fmt::format(
            "Name rank {} in the group of {} on rank {}, where {} stands: a post names those that start an epoch to "
            "this "
            "rank.",
            words().job().window(wait.window)->rank_of(wait.place.process), words().call_at(post->opened), other,
            words().targets(wait.window, post->origins));
    return "";
  }

  // Whom the start or post names that the process waits for, and which ones did meet before.
  void groups(const Job& job, const EndOfRun& end, int process, std::vector<std::string>& why) {
    const BlockedCall& call = main_call(process);
    if (call.waits_for != WaitsFor::kPost && call.waits_for != WaitsFor::kComplete) return;
    const auto add = [&](const std::string& epoch, const Place& opened) {
      why.push_back(fmt::format("Rank {} has opened {} with {}.", process, epoch, words().call_at(opened)));
    };
    const Window* window = job.window(call.window);
    if (call.waits_for == WaitsFor::kPost) {
      for (const auto& epoch : end.unmatched_starts)
        if (epoch->process == process && epoch->window == call.window)
          add("a PSCW access epoch to " + words().targets(call.window, epoch->targets), epoch->opened);
    } else {
      for (const auto& epoch : end.open_exposure)
        if (epoch->process == process && epoch->window == call.window)
          add("an exposure epoch for " + words().targets(call.window, epoch->origins), epoch->opened);
    }
    if (!window) return;
    if (call.waits_for == WaitsFor::kPost)
      for (const int other : call.processes)
        if (const ExposureEpoch* post = posted_for_others(call, other))
          why.push_back(fmt::format("Rank {} has posted with {}, but for {}.", other, words().call_at(post->opened),
                                    words().targets(call.window, post->origins)));
    for (const int other : call.processes) {
      const bool origin = call.waits_for == WaitsFor::kPost;
      const auto met = met_.find({call.window, origin ? process : other, origin ? other : process});
      if (const AccessEpoch* answer = origin ? nullptr : answered(call, other)) {
        why.push_back(fmt::format("Rank {} has answered with {}, and has not called MPI_Win_complete since.", other,
                                  words().call_at(answer->opened)));
        continue;
      }
      if (met == met_.end()) continue;
      why.push_back(fmt::format("Before, {} of rank {} met posts of rank {}, the last ones {} and {}.",
                                count_of(met->second.count, "start"), origin ? process : other,
                                origin ? other : process, words().call_at(met->second.start),
                                words().call_at(met->second.post)));
    }
  }

  // Messages that were sent to those who wait for one, but which are not what they wait for. Are there any?
  bool other_messages(const EndOfRun& end, const std::vector<int>& group, std::vector<std::string>& why) {
    constexpr std::size_t kMost = 8;
    std::size_t told = 0;
    for (const UnmatchedMessage& message : end.unmatched_messages) {
      if (!message.is_send || std::ranges::find(group, message.destination) == group.end()) continue;
      const BlockedCall& call = main_call(message.destination);
      if (call.waits_for != WaitsFor::kMessage ||
          std::ranges::find(call.processes, message.source) == call.processes.end())
        continue;
      if (++told > kMost) break;
      std::string text = fmt::format("Rank {} has sent rank {} a message with tag {} ({}), which no receive has taken",
                                     message.source, message.destination, message.tag, words().call_at(message.place));
      if (call.communicator != 0 && message.communicator != call.communicator)
        text += ": it is on another communicator";
      why.push_back(text + ".");
    }
    return told > 0;
  }

  // The job hung, but it is not clear from the trace who waits for whom: all that can be said.
  void tell_unexplained(const Job& job, const EndOfRun& end) {
    Violation v;
    v.message = fmt::format(
        "No rank got on any more, and the job was ended: {} in MPI calls, and the trace does not show a call that "
        "would let one of them go on.",
        waits_.size() == 1 ? "one rank waits" : fmt::format("{} ranks wait", waits_.size()));
    for (const auto& [process, calls] : waits_) {
      v.why.push_back(sentence(job, process));
      v.accesses.push_back(blocked_access(process));
    }
    lock_table(end, v.why);
    v.suggestion = "Look at what each rank waits for: the call that it needs is missing, or not complete.";
    const Place place = v.accesses.empty() ? Place{} : main_call(waits_.begin()->first).place;
    if (report().is_new(rule::kDeadlock, place)) report().add(rule::kDeadlock, place, std::move(v));
  }

  Access blocked_access(int process) {
    const BlockedCall& call = main_call(process);
    Access access = words().call(call.place);
    if (call.window != 0) access.window = words().window(call.window);
    access.target = call.target;
    access.target_process = words().world_rank(call.window, call.target);
    return access;
  }

  std::string chain(const std::vector<int>& cycle) {
    std::string text;
    for (std::size_t i = 0; i < cycle.size(); ++i)
      text += fmt::format("{}rank {} in {} for rank {}", i == 0 ? "" : ", ", cycle[i],
                          words().call_at(main_call(cycle[i]).place), cycle[(i + 1) % cycle.size()]);
    return text;
  }

  // One waits for another one's epoch, and that one has gone past it to a call of all; or the calls of all differ.
  std::string missing_in_cycle(const std::vector<int>& cycle) {
    for (const int process : cycle) {
      const BlockedCall& call = main_call(process);
      for (const int other : call.processes) {
        if (!stuck_.contains(other)) continue;
        const BlockedCall& theirs = main_call(other);
        if (theirs.waits_for != WaitsFor::kProcesses) continue;
        const std::string before = words().call_at(theirs.place);
        if (call.waits_for == WaitsFor::kPost)
          return fmt::format(
              "Call MPI_Win_post on rank {} with rank {} in its group before {}, or take it out of the group of the "
              "start.",
              other, process, before);
        if (call.waits_for == WaitsFor::kComplete) {
          if (answered(call, other)) return fmt::format("Call MPI_Win_complete on rank {} before {}.", other, before);
          return fmt::format(
              "Call MPI_Win_start and MPI_Win_complete on rank {} before {}, or take it out of the group of the post.",
              other, before);
        }
        if (call.waits_for == WaitsFor::kProcesses && call.place.call != theirs.place.call)
          return fmt::format("Call {} on rank {} before {}, or leave it out on rank {}: all must make the same calls.",
                             name_of(call.place.call), other, before, process);
      }
    }
    return "";
  }

  // " on rank 1 before MPI_Barrier at halo.c:25": who holds the lock that is waited for, and what it waits in.
  std::string holder_waits(const std::vector<int>& cycle, const BlockedCall& lock) {
    for (const int holder : lock.processes)
      if (std::ranges::find(cycle, holder) != cycle.end() && holder != lock.place.process)
        return fmt::format(" on rank {} before {}", holder, words().call_at(main_call(holder).place));
    return " before the call that waits";
  }

  std::string cycle_suggestion(const std::vector<int>& cycle) {
    if (cycle.size() == 1) {
      const BlockedCall& call = main_call(cycle.front());
      return fmt::format(
          "Use the nonblocking form of {} or of the call it waits for: "
          "rank {} cannot make the one while it waits in the other.",
          name_of(call.place.call), cycle.front());
    }
    std::size_t locks = 0;
    const BlockedCall *start = nullptr, *lock = nullptr;
    for (const int process : cycle) {
      const BlockedCall& call = main_call(process);
      if (call.waits_for == WaitsFor::kLock) ++locks, lock = &call;
      if (call.waits_for == WaitsFor::kPost) start = &call;
    }
    if (locks == cycle.size()) return "Take the locks in the same order of targets on all ranks, or one at a time.";
    if (lock)
      return fmt::format("Give the lock back{}: rank {} needs it at {} to get to the matching call.",
                         holder_waits(cycle, *lock), lock->place.process, words().call_at(lock->place));
    for (const int process : cycle)
      if (std::string group = other_group(main_call(process)); !group.empty()) return group;
    if (std::string missing = missing_in_cycle(cycle); !missing.empty()) return missing;
    if (start)
      return fmt::format("Post before start: {} must be able to reach MPI_Win_post before {} needs it.",
                         ranks_of(start->processes), words().call_at(start->place));
    // Different collective calls on one window.
    for (const int process : cycle) {
      const BlockedCall& call = main_call(process);
      const BlockedCall& other = main_call(cycle[process == cycle.front() ? 1 : 0]);
      if (call.place.call != MpiCall::kWin_fence || other.window != call.window || other.place.call == call.place.call)
        continue;
      return fmt::format("{} is collective: call it on {} as well before {}, or leave it out on rank {}.",
                         words().call_at(call.place), ranks_of(call.processes), words().call_at(other.place),
                         call.place.process);
    }
    return "Change the order of the calls on one of the ranks, or use nonblocking calls.";
  }

  std::string missing_suggestion(const Job& job, const BlockedCall& call) {
    std::vector<int> gone;
    for (const int other : call.processes)
      if (job.process(other).finalizing) gone.push_back(other);
    const std::string who = gone.empty() ? ranks_of(call.processes) : ranks_of(gone);
    switch (call.waits_for) {
      case WaitsFor::kPost:
        if (std::string group = other_group(call); !group.empty()) return group;
        return fmt::format(
            "Call MPI_Win_post on {} with this rank in the group, or take it out of the group of the start.", who);
      case WaitsFor::kComplete:
        return fmt::format("Call MPI_Win_start and MPI_Win_complete on {}, or take it out of the group of the post.",
                           who);
      case WaitsFor::kLock:
        return fmt::format("Unlock on {} before MPI_Finalize.", who);
      case WaitsFor::kMessage:
        return fmt::format("Send the message on {}, or leave out the receive.", who);
      case WaitsFor::kReceive:
        return fmt::format("Receive the message on {}, or leave out the send.", who);
      default:
        return fmt::format("{} is collective: call it on {} as well.", name_of(call.place.call), who);
    }
  }

  // Every lock that is held or waited for, by window and target; those that somebody waits for first.
  void lock_table(const EndOfRun& end, std::vector<std::string>& why) {
    std::map<std::pair<std::uint64_t, int>, std::vector<const LockHolder*>> table;
    for (const LockHolder& lock : end.locks) table[{lock.window, lock.target}].push_back(&lock);
    for (const bool wanted : {true, false}) {
      std::size_t left = wanted ? kMostWanted : kMostHeld;
      for (const auto& [key, locks] : table) {
        const auto waits = [](const LockHolder* lock) { return !lock->granted; };
        if (std::ranges::any_of(locks, waits) != wanted) continue;
        if (left-- == 0) {
          why.push_back(wanted ? "More locks are waited for." : "More locks are held that nobody waits for.");
          break;
        }
        why.push_back(lock_row(key.first, key.second, locks) + (wanted ? "." : "; nobody waits for it."));
      }
    }
  }
  static constexpr std::size_t kMostWanted = 16, kMostHeld = 8;

  // "Lock of rank 1 on window halo: exclusive held by rank 0 (MPI_Win_lock at a.c:3), shared wanted by rank 2 (…)"
  std::string lock_row(std::uint64_t window, int target, std::vector<const LockHolder*> locks) {
    std::ranges::stable_sort(locks, {}, [](const LockHolder* lock) { return !lock->granted; });
    std::string text = fmt::format("Lock of {} on {}: ", target < 0 ? "all ranks" : words().target(window, target),
                                   words().window_short(window));
    for (std::size_t i = 0; i < locks.size(); ++i)
      text += fmt::format(
          "{}{} {} rank {} ({})", i == 0 ? "" : ", ", locks[i]->type == LockType::kExclusive ? "exclusive" : "shared",
          locks[i]->granted ? "held by" : "wanted by", locks[i]->process, words().call_at(locks[i]->place));
    return text;
  }
};

}  // namespace

std::unique_ptr<Check> make_hang_check(Report& report) {
  return std::make_unique<HangCheck>(report);
}

}  // namespace fencepost
