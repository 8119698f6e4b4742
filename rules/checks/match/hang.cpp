// Hangs: the cycle or the missing call that explains what each process waits for at the end of its trace (FP-MATCH-008,
// 009, and the more precise FP-MATCH-001 to 004, 010, 011 if a partner has ended without making the call).
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "advice/exchanges.h"
#include "advice/hang_advice.h"
#include "advice/hang_moves.h"
#include "checks_base/check.h"
#include "facts/blocked_calls.h"
#include "facts/calls.h"
#include "facts/left_open.h"
#include "facts/window_creation.h"
#include "match_checks/makers.h"
#include "words/hang_words.h"

namespace fencepost {
namespace {

class HangCheck : public CheckOf<HangCheck> {
 public:
  using CheckOf::CheckOf;

  void finished(const Job& job, const EndOfRun& end) override {
    const BlockedCalls all(job, end);
    const BlockedCalls blocked = without_told(all, end);
    // One finding for each group of processes that hang together.
    std::set<ProcessId> told;
    for (const ProcessId process : blocked.stuck()) {
      if (told.contains(process)) continue;
      std::vector<ProcessId> group = blocked.group_of(process);
      told.insert(group.begin(), group.end());
      tell(job, end, blocked, group);
    }
    for (const CollectiveCall& call : end.incomplete) collective(job, call);
    const bool told_elsewhere = different_collectives_ || blocked.stuck().size() < all.stuck().size();
    // (In a trial, the purpose was to show that nothing is stuck any more.)
    if (end.hung && told.empty() && !blocked.calls().empty() && !told_elsewhere && report().options().explains)
      tell_unexplained(end, blocked);
  }

  void epochs_matched(const Job&, const EpochMatch& match) override { before_.posts.epochs_matched(match); }

  void on(const event::FinalizeBegin&, const Here& here) { before_.finalize_at[here.place.process] = here.place; }
  auto followers() { return std::tie(before_.posts, before_.calls); }
  void window_gone(const Window& window) override { before_.posts.window_gone(window); }

  // Different calls met as one: FP-MATCH-001, 002 or 011 reports it, and that explains the hang.
  void collective(const Job&, const CollectiveCall& call) override {
    MpiCall first = MpiCall::kNone;
    for (const CollectiveMember& member : call.members) {
      if (!member.called) continue;
      if (first == MpiCall::kNone) first = member.place.call;
      different_collectives_ = different_collectives_ || member.place.call != first;
    }
  }

 private:
  BeforeHang before_;
  bool different_collectives_ = false;

  // Leaves out processes that are stuck only because of a call that another finding already reports as missing.
  BlockedCalls without_told(const BlockedCalls& all, const EndOfRun& end) {
    std::map<Report::Number, std::vector<ProcessId>> waiting;  // what they wait for, which the finding says is missing
    BlockedCalls others = all.without([&](const BlockedCall& call, ProcessId other) {
      const auto finding = explained(call, other);
      if (finding) waiting[*finding].push_back(call.place.process);
      return finding.has_value();
    });
    HangWords of_hang(words(), end, all, before_);
    for (const auto& [number, processes] : waiting) {
      std::vector<ProcessId> group = all.group_of(processes.front());
      std::erase_if(group, [&](ProcessId process) { return others.stuck().contains(process); });
      std::vector<std::string> why;
      for (const auto& alike : of_hang.alike(group)) why.push_back(of_hang.sentence(alike));
      for (const ProcessId process : group) of_hang.groups(process, why);
      of_hang.lock_table(why);
      Finding& finding = report().finding(number);
      if (finding.rule == rule::kOperationOutsideEpoch && finding.accesses.size() == 1)
        report().advise(number, fmt::format("MPI_Win_start(group, 0, win) has to come before {} at {}, and "
                                            "MPI_Win_complete(win) after the last of these operations.",
                                            finding.accesses[0].call, position_of(finding.accesses[0].location)));
      for (std::string& one : why)
        if (std::ranges::find(finding.why, one) == finding.why.end()) finding.why.push_back(std::move(one));
      for (const ProcessId process : processes)
        if (!others.stuck().contains(process))
          report().belongs(number, rule::kDeadlock, all.first_of(process).place, of_hang.access(process));
    }
    return others;
  }

  // The finding that explains why `other` does not provide what `call` waits for.
  std::optional<Report::Number> explained(const BlockedCall& call, ProcessId other) {
    if (call.waits_for == WaitsFor::kLock)
      return report().missing().of(other, call.window, WaitsFor::kLock, call.target);
    const Window* window = words().job().window(call.window);
    if (call.waits_for != WaitsFor::kComplete || !window) return std::nullopt;
    const auto never =
        report().missing().of(other, call.window, WaitsFor::kComplete, window->rank_of(call.place.process));
    return never ? never : report().missing().of_exposure(call.place.process, call.window);
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
          default:
            return creates_window(call.place.call) ? rule::kWindowCreationMismatch : rule::kMissingPartner;
        }
      default:
        return rule::kMissingPartner;
    }
  }

  // The processes of the group that wait in a fence of a window for others in MPI_Win_free of it, and these others.
  static std::pair<std::vector<ProcessId>, std::vector<ProcessId>> fence_left_out(const BlockedCalls& blocked,
                                                                                  const std::vector<ProcessId>& group,
                                                                                  const std::vector<ProcessId>& cycle) {
    std::vector<ProcessId> in_fence, in_free;
    if (cycle.empty()) return {};
    const WindowKey window = blocked.first_of(cycle.front()).window;
    const auto belongs = [&](ProcessId process) {
      const BlockedCall& call = blocked.first_of(process);
      return window && call.window == window &&
             (call.place.call == MpiCall::kWin_fence || call.place.call == MpiCall::kWin_free);
    };
    if (!std::ranges::all_of(cycle, belongs)) return {};
    for (const ProcessId process : group)
      if (belongs(process))
        (blocked.first_of(process).place.call == MpiCall::kWin_fence ? in_fence : in_free).push_back(process);
    if (in_fence.empty() || in_free.empty()) return {};
    return {in_fence, in_free};
  }

  void tell_of_fence(Violation& v, const std::vector<ProcessId>& in_fence, const std::vector<ProcessId>& in_free,
                     const BlockedCalls& blocked) {
    const BlockedCall &fence = blocked.first_of(in_fence.front()), &free = blocked.first_of(in_free.front());
    const bool one = in_free.size() == 1;
    v.message = fmt::format("{} {} in {} on {}, but {} {} MPI_Win_fence less often: {} in {} already.",
                            upper_first(ranks_of(in_fence)), in_fence.size() == 1 ? "waits" : "wait",
                            words().call_at(fence.place), words().window_short(fence.window), ranks_of(in_free),
                            one ? "calls" : "call", one ? "it is" : "they are", words().call_at(free.place));
    v.suggestion = fmt::format(
        "All processes of the window have to call MPI_Win_fence equally often: it is missing on {} before {}, or one "
        "too many on {}.",
        ranks_of(in_free), words().call_at(free.place), ranks_of(in_fence));
  }

  // Who waits in a fence for processes which are all in MPI_Win_free of its window, and these. (Where it need not wait
  // for others, they could go on: but where all are inside at the end, it does.)
  static std::pair<std::vector<ProcessId>, std::vector<ProcessId>> fence_beside_free(const BlockedCalls& blocked) {
    for (const auto& [process, calls] : blocked.calls()) {
      const BlockedCall& fence = calls.front();
      if (fence.place.call != MpiCall::kWin_fence || fence.waits_for != WaitsFor::kProcesses) continue;
      const auto is_in_free = [&](ProcessId other) {
        const auto found = blocked.calls().find(other);
        return found != blocked.calls().end() && found->second.front().window == fence.window &&
               found->second.front().place.call == MpiCall::kWin_free;
      };
      if (fence.processes.empty() || !std::ranges::all_of(fence.processes, is_in_free)) continue;
      std::vector<ProcessId> in_fence;
      for (const auto& [other, theirs] : blocked.calls())
        if (theirs.front().place.call == MpiCall::kWin_fence && theirs.front().window == fence.window)
          in_fence.push_back(other);
      return {in_fence, fence.processes};
    }
    return {};
  }

  // The processes of the group of which no thread is in MPI.
  static std::vector<ProcessId> waiting_for_threads(const BlockedCalls& blocked, const std::vector<ProcessId>& group) {
    std::vector<ProcessId> waiting;
    for (const ProcessId process : group)
      if (blocked.first_of(process).waits_for == WaitsFor::kThread) waiting.push_back(process);
    return waiting;
  }

  // Adds the processes that wait for posts that nobody has made.
  void tell_of_first_post(Violation& v, const std::vector<ProcessId>& waiting, const BlockedCalls& blocked) {
    const BlockedCall& call = blocked.first_of(waiting.front());
    v.message =
        fmt::format("{} wait in {} for MPI_Win_post on {}, which none of the ranks that they wait for has called.",
                    upper_first(ranks_of(waiting)), words().call_at(call.place), words().window_short(call.window));
    auto [fixes, sentence] = advice_for_first_post(waiting, blocked, words());
    v.fixes = std::move(fixes);
    v.suggestion = std::move(sentence);
  }

  // Processes that the group waits for, and that wait for something that might still have come (a reduction of which
  // they are not the root).
  static std::vector<ProcessId> awaited_outside(const BlockedCalls& blocked, const std::vector<ProcessId>& group) {
    std::set<ProcessId> outside;
    for (const ProcessId process : group)
      for (const BlockedCall& call : blocked.calls().at(process))
        for (const ProcessId other : call.processes)
          if (!blocked.stuck().contains(other) && blocked.calls().contains(other)) outside.insert(other);
    return {outside.begin(), outside.end()};
  }

  void tell(const Job& job, const EndOfRun& end, const BlockedCalls& blocked, const std::vector<ProcessId>& group) {
    HangWords of_hang(words(), end, blocked, before_);
    const std::vector<ProcessId> cycle = blocked.cycle_in(group);
    Violation v;
    std::string_view rule;
    std::vector<ProcessId> first;  // the processes that the finding is about; the others wait for these
    if (const auto [in_fence, in_free] = fence_left_out(blocked, group, cycle); !in_fence.empty()) {
      rule = rule::kFenceMismatch;
      first = in_fence;
      tell_of_fence(v, in_fence, in_free, blocked);
    } else if (first = cycle.empty() ? cycle : wait_for_first_post(group, blocked, before_); !first.empty()) {
      rule = rule::kDeadlock;
      tell_of_first_post(v, first, blocked);
    } else if (!cycle.empty()) {
      rule = rule::kDeadlock;
      first = cycle;
      v.message = cycle.size() == 1 ? fmt::format("Rank {} waits for itself in {} and cannot continue.", cycle[0],
                                                  words().call_at(blocked.first_of(cycle[0]).place))
                                    : fmt::format("Ranks {} wait for each other and none can continue: {}.",
                                                  list_of(cycle), of_hang.chain(cycle));
      v.suggestion = advice_for_cycle(cycle, blocked, before_, words());
    } else if (first = waiting_for_threads(blocked, group); !first.empty()) {
      rule = rule::kDeadlock;
      v.message = of_hang.sentence(first);
    } else {
      for (const ProcessId process : group)
        if (std::ranges::any_of(blocked.first_of(process).processes,
                                [&](ProcessId other) { return job.process(other).finalizing; }))
          first.push_back(process);
      if (first.empty()) first = {group.front()};
      const BlockedCall& call = blocked.first_of(first.front());
      rule = rule_for_missing(call);
      v.message = of_hang.sentence(first.front());
      v.suggestion = advice_for_missing(call, before_, words());
    }
    std::vector<ProcessId> rest;
    for (const ProcessId process : group)
      if (std::ranges::find(first, process) == first.end()) rest.push_back(process);
    const auto first_alike = of_hang.alike(first), rest_alike = of_hang.alike(rest);
    // The message already has their sentence, if they wait for other threads and are all alike.
    const bool told_in_message = rule == rule::kDeadlock && cycle.empty() && first_alike.size() == 1;
    for (const auto& alike : first_alike)
      if (!told_in_message && (rule == rule::kDeadlock || alike != first_alike.front() || alike.size() > 1))
        v.why.push_back(of_hang.sentence(alike));
    for (const auto& alike : rest_alike) v.why.push_back(of_hang.sentence(alike));
    if (end.hung)
      for (const auto& alike : of_hang.alike(awaited_outside(blocked, group))) v.why.push_back(of_hang.sentence(alike));
    for (const ProcessId process : group) of_hang.groups(process, v.why);
    for (const ProcessId process : group) of_hang.threads(process, v.why);
    if (std::string advice = advice_for_threads(group, blocked, words()); !advice.empty())
      v.suggestion = std::move(advice);
    const bool told = of_hang.other_messages(group, v.why);
    if (told && !cycle.empty())
      v.suggestion = "Senders and receivers have to agree on communicator, tag and order of these messages.";
    if (!told) v.suggestion += of_hang.sent_elsewhere(group, v.why);
    of_hang.lock_table(v.why);
    for (const auto* groups : {&first_alike, &rest_alike})
      for (const auto& alike : *groups) v.accesses.push_back(of_hang.access(alike));
    v.ranks = group;
    if (report().options().explains && !told && v.fixes.empty() && !cycle.empty())
      v.fixes = exchange_at_once(cycle, blocked, words());
    if (report().options().explains && !told && v.fixes.empty())
      v.fixes = moves_that_let_go(group, blocked, before_, words());
    const Place& place = blocked.first_of(first.front()).place;
    if (!report().is_new(rule, place, blocked.first_of(first.front()).window)) return;
    const Report::Number number = report().add(rule, place, std::move(v));
    for (const ProcessId process : group) fence_follows(job, blocked, blocked.first_of(process), number);
    const Window* window = job.window(blocked.first_of(first.front()).window);
    if (rule == rule::kWindowFreeMismatch && window)
      for (const ProcessId other : blocked.first_of(first.front()).processes) {
        never_freed_follows(*window, other, number);
        left_open_follows(job, *window, other, number);
      }
  }

  // Who never comes to the call that frees the window has not come to what closes its epoch before that either.
  void left_open_follows(const Job& job, const Window& window, ProcessId process, Report::Number cause) {
    const auto finalized = before_.finalize_at.find(process);
    if (finalized == before_.finalize_at.end()) return;
    const WindowState& state = job.state(process, window.key);
    std::vector<std::shared_ptr<AccessEpoch>> open = {state.start, state.lock_all};
    for (const auto& [target, lock] : state.locks) open.push_back(lock);
    for (const auto& epoch : open) {
      if (!epoch) continue;
      const auto left =
          report().number_of(rule::kEpochOpenAtFinalize, finalized->second, detail_of_left(window.key, epoch->opened));
      if (!left) continue;
      report().follows(*left, cause);
      report().advise(*left, fmt::format("Close the epoch, and free the window, as {} describes.",
                                         rule_of(rule::kWindowFreeMismatch).id));
    }
  }

  // Processes wait in a fence for others that free the window: that they leave their epoch open follows from this.
  void fence_follows(const Job& job, const BlockedCalls& blocked, const BlockedCall& fence, Report::Number cause) {
    if (fence.place.call != MpiCall::kWin_fence || fence.waits_for != WaitsFor::kProcesses) return;
    for (const ProcessId other : fence.processes) {
      if (!blocked.stuck().contains(other)) continue;
      const BlockedCall& free = blocked.first_of(other);
      const auto& epoch = job.state(other, fence.window).fence;
      if (free.place.call != MpiCall::kWin_free || free.window != fence.window || !epoch) continue;
      const auto left =
          report().number_of(rule::kEpochOpenAtFree, free.place, detail_of_left(fence.window, epoch->opened));
      if (!left) continue;
      report().follows(*left, cause);
      report().advise_as(*left, cause);
    }
  }

  // The job hung, but the trace does not show who waits for whom: this is all that can be said.
  void tell_unexplained(const EndOfRun& end, const BlockedCalls& blocked) {
    HangWords of_hang(words(), end, blocked, before_);
    const std::map<ProcessId, std::vector<BlockedCall>>& waits = blocked.calls();
    // (A rank that polls with loads is in no call.)
    const auto is_in_mpi = [](const auto& of_one) { return of_one.second.front().place.call != MpiCall::kNone; };
    Violation v;
    const auto [in_fence, in_free] = fence_beside_free(blocked);
    if (!in_fence.empty()) {
      tell_of_fence(v, in_fence, in_free, blocked);
    } else {
      v.message = fmt::format(
          "No rank made progress any more, so Fencepost ended the job: {}{}, and the trace does not show a "
          "call that would let any of them continue.",
          waits.empty()       ? std::string("no rank is in a call that waits")
          : waits.size() == 1 ? std::string("one rank waits")
                              : fmt::format("{} ranks wait", waits.size()),
          !waits.empty() && std::ranges::all_of(waits, is_in_mpi) ? " in MPI calls" : "");
      const auto nobody =
          std::ranges::find_if(waits, [&](const auto& one) { return polls_nobody(blocked.first_of(one.first)); });
      v.suggestion =
          nobody == waits.end()
              ? "Check what each rank waits for: the call that it needs is missing, or not complete."
              : fmt::format("Ranks whose target is MPI_PROC_NULL must not wait in the loop: {} gets nothing there.",
                            words().call_at(blocked.first_of(nobody->first).place));
    }
    std::vector<ProcessId> processes;
    for (const auto& [process, calls] : waits) processes.push_back(process);
    for (const auto& alike : of_hang.alike(processes)) {
      v.why.push_back(of_hang.sentence(alike));
      v.accesses.push_back(of_hang.access(alike));
    }
    of_hang.lock_table(v.why);
    const std::string_view rule = in_fence.empty() ? rule::kDeadlock : rule::kFenceMismatch;
    const ProcessId one = in_fence.empty() ? waits.begin()->first : in_fence.front();
    const Place place = v.accesses.empty() ? Place{} : blocked.first_of(one).place;
    if (!report().is_new(rule, place)) return;
    const Report::Number number = report().add(rule, place, std::move(v));
    for (const auto& [process, calls] : waits) {
      const auto cause = report().number_of(rule::kCollectiveMismatch, calls.front().place);
      if (!cause) continue;
      report().follows(number, *cause);
      report().advise_as(number, *cause);
    }
  }
};

}  // namespace

std::unique_ptr<Check> make_hang_check(Report& report) {
  return std::make_unique<HangCheck>(report);
}

}  // namespace fencepost
