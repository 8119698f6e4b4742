// The access epochs of one process: operations outside of them, calls that open or close an epoch wrongly, epochs that
// overlap or that threads share (FP-EPOCH-001 to 005, 015, 016, 020), FP-ASSERT-007 for operations after a NOSUCCEED
// fence, and the checks of locks in passive_epochs.h.
//
// They all read the engine's WindowState, where a fence epoch is open only once it has an operation (12.5.1): a lock
// after a fence without communication is legal.
#include <map>
#include <optional>

#include <fmt/format.h>

#include "advice/request_form.h"
#include "checks_base/check.h"
#include "epoch_checks/access_epochs.h"
#include "epoch_checks/closing_threads.h"
#include "epoch_checks/epoch_fixes.h"
#include "epoch_checks/makers.h"
#include "epoch_checks/narrow_locks.h"
#include "epoch_checks/other_window.h"
#include "epoch_checks/passive_epochs.h"
#include "facts/calls.h"
#include "facts/source_order.h"
#include "facts/threaded_processes.h"
#include "words/call_text.h"

namespace fencepost {
namespace {

class EpochCheck : public CheckOf<EpochCheck> {
 public:
  using CheckOf::CheckOf;

  void operation_issued(const Job& job, const Operation& operation) override {
    if (!operation.window || operation.target == Rank::kProcNull) return;  // no effect, no epoch needed (12.3)
    const WindowState& state = job.state(operation.place.process, operation.window);
    if (state.freed) return;
    if (operation.epoch) {
      const EpochKind kind = operation.epoch->kind;
      if (is_request_based(operation.place.call) && (kind == EpochKind::kFence || kind == EpochKind::kStart))
        request_based(operation);
      if (kind == EpochKind::kFence && operation.epoch->operations == 1) within_fences(operation);
      if (kind == EpochKind::kLock) narrow_locks_.uses(*operation.epoch);
      if (threaded_.has(operation.place.process)) closing_threads_.issued(operation);
      return;
    }
    if (epochs_.refused().access_missing({operation.place.process, operation.window}, operation.target)) return;
    const AccessEpochs::Past& past = epochs_.past({operation.place.process, operation.window});
    if (!state.lock_all && !state.start && state.locks.empty()) {
      if (closing_threads_.was_closed_beside(job, operation.place, operation.window, past)) return;
      past.nosucceed ? after_nosucceed(operation, past) : outside(job, operation, state, past);
    } else if (AccessEpochs::exists(*job.window(operation.window), operation.target)) {
      wrong_target(job, operation, state);
    }
  }

  void on(const event::FenceBegin& fence, const Here& here) {
    const WindowCall call = window_call(here, fence.window);
    if (!call) return;
    const Place& place = here.place;
    on_fence(place, call);
    report().missing().fence_called(place.process, call.window->key);
    const auto fence_before = [&] {
      return FixCall{.function = std::string(name_of(MpiCall::kWin_fence)),
                     .arguments = {"0", window_text(place, words())},
                     .on_all_ranks = true};
    };
    // (It promises that it closes nothing: the operations before it are not meant for it.)
    if (fence.asserts & kNoPrecede)
      epochs_.forget_unopened({place.process, call.window->key});
    else
      epochs_.begun_by(place, call, fence_before, "");
    const bool nosucceed = (fence.asserts & kNoSucceed) != 0;
    nosucceed ? closing_threads_.ends_fences(here, call) : closing_threads_.passes_fence(here, call);
    epochs_.remember(here, call, nosucceed);
    threads(here, call, kBothSides, Rank::kAllTargets);
  }
  void on(const event::StartBegin& start, const Here& here) {
    const WindowCall call = window_call(here, start.window);
    if (!call) return;
    const Side side(here.place.process, call.window->key);
    report().missing().forget(side.first, side.second, WaitsFor::kComplete);
    on_start(here.place, call);
    epochs_.forget_unopened(side);
    threads(here, call, kAccessSide, Rank::kAllTargets);
  }
  void on(const event::CompleteBegin& complete, const Here& here) {
    const WindowCall call = window_call(here, complete.window);
    if (!call) return;
    on_complete(here.place, call);
    closing_threads_.completes(here, call);
    epochs_.remember(here, call);
    threads(here, call, kAccessSide, Rank::kAllTargets);
  }
  void on(const event::LockBegin& lock, const Here& here) {
    const WindowCall call = window_call(here, lock.window);
    if (!call) return;
    passive_.lock(here.place, call, Rank(lock.target), lock.type);
    epochs_.forget_unopened({here.place.process, call.window->key});
    threads(here, call, kAccessSide, Rank(lock.target));
  }
  void on(const event::UnlockBegin& unlock, const Here& here) {
    const WindowCall call = window_call(here, unlock.window);
    if (!call) return;
    passive_.unlock(here.place, call, Rank(unlock.target));
    closing_threads_.unlocks(here, call, Rank(unlock.target));
    epochs_.remember(here, call);
    threads(here, call, kAccessSide, Rank(unlock.target));
  }
  void on(const event::FlushBegin& flush, const Here& here) {
    const WindowCall call = window_call(here, flush.window);
    if (!call) return;
    const AccessEpochs::Past& past = epochs_.past({here.place.process, call.window->key});
    if (!call.state->passive_open() && closing_threads_.was_closed_beside(here.job, here.place, call.window->key, past))
      return;
    passive_.flush(here.place, call, Rank(flush.target));
  }
  void on(const event::WindowFreeBegin& free, const Here& here) {
    if (const WindowCall call = window_call(here, free.window)) closing_threads_.ends_fences(here, call);
  }
  void on(const event::WindowSync& sync, const Here& here) {
    if (const WindowCall call = window_call(here, sync.window)) passive_.sync(here.place, call);
  }
  void on(const event::CallFailed& failed, const Here& here) {
    if (failed.name == "MPI_ERR_LOCKTYPE") passive_.wrong_lock_type(here.place, {});
  }
  auto followers() { return std::tie(epochs_.refused(), threaded_); }

  void window_gone(const Window& window) override {
    epochs_.window_gone(window);
    passive_.window_gone(window);
    closing_threads_.window_gone(window);
    forget_sides(last_calls_, window);
  }

 private:
  enum SideOfEpoch : unsigned { kAccessSide = 1, kExposureSide = 2, kBothSides = 3 };
  struct EpochCall {
    Moment moment;
    Place place;
  };

  NarrowLocks narrow_locks_{report()};
  AccessEpochs epochs_{report()};
  PassiveEpochs passive_{report(), epochs_};
  ClosingThreads closing_threads_{report()};
  ThreadedProcesses threaded_;
  // By target (kAllTargets is one of its own), and by thread and SideOfEpoch.
  using CallsOfThreads = std::map<std::pair<ThreadId, unsigned>, EpochCall>;
  std::map<Side, std::map<Rank, CallsOfThreads>> last_calls_;

  // ---- operations

  void outside(const Job& job, const Operation& operation, const WindowState& state, const AccessEpochs::Past& past) {
    if (!report().is_new(rule::kOperationOutsideEpoch, operation.place, operation.window)) return;
    const Side side(operation.place.process, operation.window);
    if (const auto* before = epochs_.unopened(side);
        before && in_one_function(before->first, operation.place, words().symbolizer())) {
      const Report::Number number = before->finding;
      ++report().finding(number).count;
      epochs_.extend_unopened(side, operation);
      report().belongs(number, rule::kOperationOutsideEpoch, operation.place, words().operation(operation));
      report().missing().add(side.first, side.second, WaitsFor::kComplete, operation.target, number);
      return;
    }
    Violation violation;
    violation.message =
        fmt::format("Rank {} calls {} to {} on {}, but no access epoch is open on that window.",
                    operation.place.process, name_of(operation.place.call),
                    words().target(operation.window, operation.target), words().window_short(operation.window));
    if (past.opened.known()) {
      violation.why.push_back(fmt::format("The epoch before it, opened by {}, was closed by {}.",
                                          words().call_at(past.opened), words().call_at(past.closed)));
    } else if (past.closed.known()) {
      violation.why.push_back(
          fmt::format("The last synchronization of this rank on the window was {}.", words().call_at(past.closed)));
    } else {
      violation.why.push_back("This rank has not opened an access epoch on the window before.");
    }
    if (state.exposure)
      violation.why.push_back(
          fmt::format("The {} lets others access this rank's window; it does not allow operations of this rank itself.",
                      words().exposure(*state.exposure)));
    violation.fixes = epochs_.open_around(operation, words().fix_place(operation.place), false);
    const auto elsewhere = name_other_window(violation, job, operation, words());
    violation.accesses = {words().operation(operation)};
    const Report::Number number = report().add(rule::kOperationOutsideEpoch, operation.place, std::move(violation));
    epochs_.add_unopened(side, {number, operation.place, operation, false, elsewhere});
    passive_.outside(number, side, operation.target);
    report().missing().add(side.first, side.second, WaitsFor::kComplete, operation.target, number);
  }

  void after_nosucceed(const Operation& operation, const AccessEpochs::Past& past) {
    if (!report().is_new(rule::kFenceNosucceed, operation.place, operation.window)) return;
    Violation violation;
    violation.message = fmt::format(
        "Rank {} calls {} on {}, but its last fence on the window, {}, promised with "
        "MPI_MODE_NOSUCCEED that no operation follows.",
        operation.place.process, name_of(operation.place.call), words().window_short(operation.window),
        words().call_at(past.closed));
    violation.why.push_back("A fence with MPI_MODE_NOSUCCEED opens no epoch: the operation is outside every epoch.");
    Fix leave_out{.kind = FixKind::kReplaceArgument, .purpose = FixPurpose::kOpenEpoch};
    leave_out.call.on_all_ranks = true;
    leave_out.place = words().fix_place(past.closed);
    leave_out.argument.instead_of = "MPI_MODE_NOSUCCEED";
    leave_out.window = operation.window;
    leave_out.holds =
        fmt::format("{} needs an epoch that is opened before it and closed after it", words().call_at(operation.place));
    violation.fixes = {std::move(leave_out)};
    Access fence = words().call(past.closed);
    fence.window = words().window(operation.window);
    violation.accesses = {words().operation(operation), std::move(fence)};
    report().add(rule::kFenceNosucceed, operation.place, std::move(violation));
  }

  void wrong_target(const Job& job, const Operation& operation, const WindowState& state) {
    const Side side(operation.place.process, operation.window);
    const auto note = [&](Report::Number number) {
      if (state.start) return;
      passive_.misses_lock(number, side, operation.target, operation.place);
      if (state.locks.size() == 1 && !state.lock_all)
        narrow_locks_.miss(number, operation, *state.locks.begin()->second);
    };
    if (!report().is_new(rule::kTargetNotInEpoch, operation.place, operation.window)) {
      if (const auto told = report().number_of(rule::kTargetNotInEpoch, operation.place)) note(*told);
      return;
    }
    Violation violation;
    violation.message =
        fmt::format("Rank {} calls {} to {} on {}, but the open epoch does not include that target.",
                    operation.place.process, name_of(operation.place.call),
                    words().target(operation.window, operation.target), words().window_short(operation.window));
    violation.why.push_back(upper_first(words().open_epochs(state)) + ".");
    if (state.start) {
      violation.suggestion = fmt::format(
          "The group of {1} has to name {0} (and that rank has to post for this one), or the target of {2} is wrong.",
          words().target(operation.window, operation.target), words().call_at(state.start->opened),
          words().call_at(operation.place));
    } else {
      violation.fixes = {
          lock_around(operation, {}, false, words()),
          must_hold(fmt::format("{} has to name a target that is locked", words().call_at(operation.place)))};
      if (state.locks.size() == 1 && !state.lock_all) {
        const auto& [locked, epoch] = *state.locks.begin();
        violation.fixes.push_back(
            must_hold(fmt::format("{} has to be locked and unlocked in place of {}, by {}",
                                  words().target(operation.window, operation.target),
                                  words().target(operation.window, locked), words().call_at(epoch->opened))));
      }
    }
    name_other_window(violation, job, operation, words());
    violation.accesses = {words().operation(operation)};
    const Report::Number number = report().add(rule::kTargetNotInEpoch, operation.place, std::move(violation));
    note(number);
    if (state.start) report().missing().one_less(operation.place.process, operation.window, operation.target, number);
  }

  // The first operation of a fence epoch in which another epoch was opened and closed.
  void within_fences(const Operation& operation) {
    const AccessEpochs::Past& past = epochs_.past({operation.place.process, operation.window});
    if (!past.opened.known() || past.closed.call == MpiCall::kWin_fence) return;
    if (!report().is_new(rule::kEpochsOverlap, past.opened, operation.window)) return;
    Violation violation;
    violation.message =
        fmt::format("Rank {} calls {} on {}, and in the fence epoch that is open all the time it also calls {}.",
                    operation.place.process, words().call_at(past.opened), words().window_short(operation.window),
                    words().call_at(operation.place));
    violation.why.push_back(fmt::format("The {} begins before {} and ends after {}.", words().epoch(*operation.epoch),
                                        words().call_at(past.opened), words().call_at(past.closed)));
    Fix fence{.kind = FixKind::kAdd, .purpose = FixPurpose::kCloseEpoch, .side = FixSide::kBetween};
    fence.call = {.function = std::string(name_of(MpiCall::kWin_fence)),
                  .arguments = {"0", window_text(past.closed, words())},
                  .on_all_ranks = true};
    fence.place = fence.operation = words().fix_place(past.closed);
    fence.until.place = words().fix_place(operation.place);
    fence.window = operation.window;
    violation.fixes = {
        std::move(fence),
        must_hold(fmt::format("{} has to be part of the {}", words().call_at(operation.place),
                              past.closed.call == MpiCall::kWin_complete ? "epoch before" : "lock epoch"))};
    Access opened = words().call(past.opened);
    opened.window = words().window(operation.window);
    violation.accesses = {std::move(opened), words().operation(operation)};
    report().add(rule::kEpochsOverlap, past.opened, std::move(violation));
  }

  void request_based(const Operation& operation) {
    if (!report().is_new(rule::kRequestOperationOutsidePassiveEpoch, operation.place, operation.window)) return;
    Violation violation;
    violation.message = fmt::format(
        "Rank {} calls {} in a {}; request-based operations are allowed in lock and lock_all "
        "epochs only.",
        operation.place.process, name_of(operation.place.call), words().epoch(*operation.epoch));
    violation.suggestion = "The operation needs the form without a request, or a lock or lock_all epoch.";
    if (operation.epoch->kind == EpochKind::kFence) {
      SourceLines sources;
      violation.fixes = without_request(words().fix_place(operation.place), sources);
      if (!violation.fixes.empty())
        violation.fixes.push_back(must_hold("the operation needs a lock or lock_all epoch"));
    }
    violation.accesses = {words().operation(operation)};
    report().add(rule::kRequestOperationOutsidePassiveEpoch, operation.place, std::move(violation));
  }

  // ---- synchronization calls

  const AccessEpoch& passive(const WindowState& state) {
    return state.lock_all ? *state.lock_all : *state.locks.begin()->second;
  }

  void on_fence(const Place& place, const WindowCall& call) {
    const WindowState& state = *call.state;
    if (state.start) {
      epochs_.overlap(place, call, *state.start);
    } else if (state.passive_open()) {
      epochs_.overlap(place, call, passive(state));
    } else if (state.exposure) {
      epochs_.overlap(place, call, *state.exposure);
    }
  }

  void on_start(const Place& place, const WindowCall& call) {
    const WindowState& state = *call.state;
    if (state.start) {
      if (!report().is_new(rule::kStartWhileStarted, place, call.window->key)) {
        if (const auto told = report().number_of(rule::kStartWhileStarted, place)) refused_again(place, call, *told);
        return;
      }
      Violation v =
          epochs_.violation(place, call,
                            fmt::format("Rank {} calls MPI_Win_start on {} while its {} is still open.", place.process,
                                        words().window_short(call.window->key), words().epoch(*state.start)));
      v.fixes = with_take_out(close_before(*state.start, place, words()), !state.start->last_use.known(), place,
                              call.window->key, words());
      const Report::Number number = report().add(rule::kStartWhileStarted, place, std::move(v));
      // From here on there is one complete fewer than there are posts.
      for (const Rank target : state.start->targets)
        report().missing().one_less(place.process, call.window->key, target, number);
      refused_again(place, call, number);
    } else if (state.passive_open()) {
      refused_start(place, call, epochs_.overlap(place, call, passive(state)));
    } else if (state.fence && state.fence->active()) {
      refused_start(place, call, epochs_.overlap(place, call, *state.fence));
    }
  }

  // A start in an epoch that is open: each of its targets waits for one MPI_Win_complete too many.
  void refused_again(const Place& place, const WindowCall& call, Report::Number number) {
    report().missing().one_less(place.process, call.window->key, Rank::kAllTargets, number);
  }

  // A start that opens no epoch: its MPI_Win_complete does not count for the targets' posts.
  void refused_start(const Place& place, const WindowCall& call, std::optional<Report::Number> number) {
    if (number)
      report().missing().add(place.process, call.window->key, WaitsFor::kComplete, Rank::kAllTargets, *number);
  }

  void on_complete(const Place& place, const WindowCall& call) {
    const WindowState& state = *call.state;
    if (epochs_.refused().closes({place.process, call.window->key}, MpiCall::kWin_start, Rank::kAllTargets)) return;
    if (state.start) return completed(place, call, *state.start);
    const auto start_before = [&] {
      return FixCall{.function = std::string(name_of(MpiCall::kWin_start)),
                     .arguments_of = fmt::format("a group, 0 and {}", window_text(place, words()))};
    };
    if (epochs_.begun_by(place, call, start_before, rule::kCompleteWithoutStart)) return;
    if (!report().is_new(rule::kCompleteWithoutStart, place, call.window->key)) return;
    Violation v =
        epochs_.violation(place, call,
                          fmt::format("Rank {} calls MPI_Win_complete on {}, but no epoch of MPI_Win_start is open.",
                                      place.process, words().window_short(call.window->key)));
    if (state.exposure) {
      v.why.push_back(upper_first("the " + words().exposure(*state.exposure)) +
                      " is open; MPI_Win_wait ends it, not MPI_Win_complete.");
      v.fixes = {call_instead(closing_call(*state.exposure, place, words()), place, call.window->key,
                              FixPurpose::kCloseEpoch, words())};
    } else {
      if (state.access_open()) v.why.push_back(upper_first(words().open_epochs(state)) + ".");
      epochs_.add_past(v, place, call);
      if (auto other = close_other_window(words().job(), place, call.window->key, words()))
        v.fixes = {std::move(*other)};
      else
        v.fixes = {take_out(place, call.window->key, FixPurpose::kOther, words()),
                   must_hold("MPI_Win_start has to come before the operations that it should complete")};
    }
    const Report::Number number = report().add(rule::kCompleteWithoutStart, place, std::move(v));
    report().missing().add(place.process, call.window->key, WaitsFor::kComplete, Rank::kAllTargets, number);
    if (state.exposure) report().missing().exposure(place.process, call.window->key, number);
  }

  // For the targets in its group: others that wait for it get nothing.
  void completed(const Place& place, const WindowCall& call, const AccessEpoch& start) {
    MissingCalls& missing = report().missing();
    missing.forget(place.process, call.window->key, WaitsFor::kComplete, Rank::kAllTargets);
    for (const Rank target : start.targets)
      missing.forget(place.process, call.window->key, WaitsFor::kComplete, target);
  }

  // ---- threads (FP-EPOCH-016)

  void threads(const Here& here, const WindowCall& call, unsigned sides, Rank target) {
    const auto& [job, moment, place] = here;
    auto& calls = last_calls_[{place.process, call.window->key}];
    // Locks of different targets are separate epochs.
    if (target == Rank::kAllTargets) {
      for (auto& [other_target, of_threads] : calls) unordered(job, place, call, sides, true, of_threads);
      std::erase_if(calls, [](const auto& one) { return one.second.empty(); });
    } else {
      if (const auto all = calls.find(Rank::kAllTargets); all != calls.end())
        unordered(job, place, call, sides, false, all->second);
      unordered(job, place, call, sides, true, calls[target]);
    }
    calls[target][{place.thread, sides}] = {moment, place};
  }

  // `takes_their_part`: if something is not ordered after one of the calls that came before this one, it is not ordered
  // after this call either.
  void unordered(const Job& job, const Place& place, const WindowCall& call, unsigned sides, bool takes_their_part,
                 CallsOfThreads& calls) {
    std::erase_if(calls, [&](const auto& known) {
      const auto& [thread, other_sides] = known.first;
      if (!takes_their_part || (other_sides & ~sides) != 0) return false;
      return thread == place.thread || job.happened_before(known.second.moment, Order::kObserved);
    });
    for (const auto& [known, other] : calls) {
      const auto& [thread, other_sides] = known;
      if (thread == place.thread || (other_sides & sides) == 0) continue;
      if (job.happened_before(other.moment, Order::kObserved)) continue;
      if (!report().is_new(rule::kEpochSharedByThreads, place, call.window->key)) continue;
      Violation v = epochs_.violation(
          place, call,
          fmt::format("Thread {} of rank {} calls {} on {}, and nothing orders it after {} of thread {}.",
                      place.thread.number(), place.process, name_of(place.call), words().window_short(call.window->key),
                      words().call_at(other.place), thread.number()));
      v.accesses.push_back(words().call(other.place));
      v.suggestion =
          "One thread has to open and close the window's epochs, or a barrier of the threads has to order the calls.";
      report().add(rule::kEpochSharedByThreads, place, std::move(v));
    }
  }
};

}  // namespace

std::unique_ptr<Check> make_epoch_check(Report& report) {
  return std::make_unique<EpochCheck>(report);
}

}  // namespace fencepost
