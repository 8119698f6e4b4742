// The access epochs of one process: operations outside of them, calls that open, close or flush what is not open,
// epochs that overlap (FP-EPOCH-001 to 005, 008 to 011, 015 to 017), and FP-ASSERT-007 for operations behind a
// NOSUCCEED fence.
//
// All of it reads the engine's WindowState, where a fence epoch is open only once it has an operation (12.5.1): a lock
// after a fence without communication is legal.
#include <map>
#include <optional>

#include <fmt/format.h>

#include "checks/call_text.h"
#include "checks/calls.h"
#include "checks/check.h"
#include "checks/source_order.h"

namespace fencepost {
namespace {

class EpochCheck : public Check {
 public:
  using Check::Check;

  void operation_issued(const Job& job, const Operation& operation) override {
    if (operation.window == 0 || operation.target == kProcNull) return;  // no effect, no epoch needed (12.3)
    const WindowState& state = job.state(operation.place.process, operation.window);
    if (state.freed) return;
    if (operation.epoch) {
      const EpochKind kind = operation.epoch->kind;
      if (is_request_based(operation.place.call) && (kind == EpochKind::kFence || kind == EpochKind::kStart))
        request_based(operation);
      return;
    }
    if (refused_.access_missing({operation.place.process, operation.window}, operation.target)) return;
    const Past& past = past_[{operation.place.process, operation.window}];
    if (!state.lock_all && !state.start && state.locks.empty()) {
      past.nosucceed ? after_nosucceed(operation, past) : outside(operation, state, past);
    } else if (exists(*job.window(operation.window), operation.target)) {
      wrong_target(operation, state);
    }
  }

  void before(const Job& job, const Moment& moment, const Place& place, const AnyEvent& event) override {
    if (const auto* fence = as<event::FenceBegin>(event)) {
      if (const WindowCall call = window_call(job, place.process, fence->window)) {
        on_fence(place, call);
        begun_by(place, call, "MPI_Win_fence(0, win) on all ranks", "");
        remember(place, call, (fence->asserts & kNoSucceed) != 0);
        threads(job, moment, place, call, kBothSides, kAllTargets);
      }
    } else if (const auto* start = as<event::StartBegin>(event)) {
      if (const WindowCall call = window_call(job, place.process, start->window)) {
        report().missing().forget(place.process, call.window->key, WaitsFor::kComplete);
        on_start(place, call);
        unopened_.erase({place.process, call.window->key});
        threads(job, moment, place, call, kAccessSide, kAllTargets);
      }
    } else if (const auto* complete = as<event::CompleteBegin>(event)) {
      if (const WindowCall call = window_call(job, place.process, complete->window)) {
        on_complete(place, call);
        remember(place, call);
        threads(job, moment, place, call, kAccessSide, kAllTargets);
      }
    } else if (const auto* lock = as<event::LockBegin>(event)) {
      if (const WindowCall call = window_call(job, place.process, lock->window)) {
        on_lock(place, call, lock->target, lock->type);
        unopened_.erase({place.process, call.window->key});
        threads(job, moment, place, call, kAccessSide, lock->target);
      }
    } else if (const auto* unlock = as<event::UnlockBegin>(event)) {
      if (const WindowCall call = window_call(job, place.process, unlock->window)) {
        on_unlock(place, call, unlock->target);
        remember(place, call);
        threads(job, moment, place, call, kAccessSide, unlock->target);
      }
    } else if (const auto* flush = as<event::FlushBegin>(event)) {
      if (const WindowCall call = window_call(job, place.process, flush->window)) on_flush(place, call, flush->target);
    } else if (const auto* sync = as<event::WindowSync>(event)) {
      if (const WindowCall call = window_call(job, place.process, sync->window)) on_sync(place, call);
    } else if (const auto* failed = as<event::CallFailed>(event)) {
      if (failed->name == "MPI_ERR_LOCKTYPE") lock_type(place, 0);
    }
    refused_.follow(job, place, event);
  }

  void window_gone(const Window& window) override {
    forget_sides(past_, window);
    forget_sides(unopened_, window);
    forget_sides(nested_, window);
    forget_sides(last_calls_, window);
  }

 private:
  // The last call that closed access epochs on a window, for "the epoch before it was closed by …".
  struct Past {
    Place opened, closed;
    bool nosucceed = false;  // it was a fence with MPI_MODE_NOSUCCEED
  };
  enum SideOfEpoch : unsigned { kAccessSide = 1, kExposureSide = 2, kBothSides = 3 };
  struct EpochCall {
    Moment moment;
    Place place;
    unsigned sides = 0;
    std::int64_t target = kAllTargets;
  };

  // Operations of one function outside of any epoch, up to the next call that opens or closes one: a single call is
  // missing, before the first of them.
  struct Unopened {
    Report::Number finding = 0;
    Place first;
  };

  // A target was locked while it was locked. The first unlock ends the epoch, and what comes behind it, up to an unlock
  // for each of the locks, is meant to be inside.
  struct Nested {
    Report::Number finding = 0;
    Place outer, inner;
    Place unlocked;  // first; unknown: not yet
    int left = 0;    // unlocks too many
  };

  RefusedEpochs refused_;
  std::map<Side, Past> past_;
  std::map<Side, std::map<std::int64_t, Nested>> nested_;  // by target of the inner lock
  std::map<Side, Unopened> unopened_;
  std::map<Side, std::map<int, EpochCall>> last_calls_;  // by thread

  Violation violation(const Place& place, const WindowCall& call, std::string message) {
    Violation violation;
    violation.message = std::move(message);
    Access access = words().call(place);
    access.window = words().window(call.window->key);
    violation.accesses = {std::move(access)};
    return violation;
  }

  void remember(const Place& place, const WindowCall& call, bool nosucceed = false) {
    Past& past = past_[{place.process, call.window->key}];
    past = {};
    past.closed = place;
    past.nosucceed = nosucceed;
    if (call.state->start) past.opened = call.state->start->opened;
    if (call.state->lock_all) past.opened = call.state->lock_all->opened;
    if (!call.state->locks.empty()) past.opened = call.state->locks.begin()->second->opened;
  }

  // ---- operations

  void outside(const Operation& operation, const WindowState& state, const Past& past) {
    if (!report().is_new(rule::kOperationOutsideEpoch, operation.place, operation.window)) return;
    const Side side(operation.place.process, operation.window);
    if (const auto before = unopened_.find(side);
        before != unopened_.end() && in_one_function(before->second.first, operation.place, words().symbolizer())) {
      const Report::Number number = before->second.finding;
      ++report().finding(number).count;
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
      violation.why.push_back("This rank has opened no access epoch on the window before.");
    }
    if (state.exposure)
      violation.why.push_back(
          fmt::format("The {} lets others access this rank's window; it allows this rank no "
                      "operations of its own.",
                      words().exposure(*state.exposure)));
    violation.suggestion = fmt::format(
        "Call {}, MPI_Win_lock_all, MPI_Win_start or, "
        "on all ranks, MPI_Win_fence before {}, and the closing call after it.",
        lock_of(operation), words().call_at(operation.place));
    violation.accesses = {words().operation(operation)};
    const Report::Number number = report().add(rule::kOperationOutsideEpoch, operation.place, std::move(violation));
    unopened_[side] = {number, operation.place};
    if (const Nested* nested = nested_lock(side, operation.target); nested && nested->unlocked.known())
      follows(number, *nested);
    report().missing().add(side.first, side.second, WaitsFor::kComplete, operation.target, number);
  }

  // "MPI_Win_lock(MPI_LOCK_SHARED, peer, 0, win)", before its call.
  std::string lock_of(const Operation& operation) {
    const CallText text = call_text(operation, words());
    return fmt::format("MPI_Win_lock(MPI_LOCK_SHARED, {}, 0, {})",
                       text.target.value_or(std::to_string(operation.target)), text.window.value_or("win"));
  }

  // `place` closes what was not opened before the operations that are outside of an epoch: `opening` is the call that
  // they lack. Were there any? `rule`: what the call itself breaks; "": nothing.
  bool begun_by(const Place& place, const WindowCall& call, std::string_view opening, std::string_view rule) {
    const auto operations = unopened_.find({place.process, call.window->key});
    if (operations == unopened_.end()) return false;
    const auto [number, first] = operations->second;
    unopened_.erase(operations);
    if (Finding& finding = report().finding(number); finding.accesses.front().rank == place.process)
      finding.suggestion = fmt::format("Call {} before {}: {} closes the epoch.", opening, words().call_at(first),
                                       words().call_at(place));
    if (!rule.empty()) belongs(number, rule, place, call);
    return true;
  }
  void belongs(Report::Number number, std::string_view rule, const Place& place, const WindowCall& call) {
    Access access = words().call(place);
    access.window = words().window(call.window->key);
    report().belongs(number, rule, place, std::move(access));
  }

  void after_nosucceed(const Operation& operation, const Past& past) {
    if (!report().is_new(rule::kFenceNosucceed, operation.place, operation.window)) return;
    Violation violation;
    violation.message = fmt::format(
        "Rank {} calls {} on {}, but its last fence on the window, {}, promised with "
        "MPI_MODE_NOSUCCEED that no operation follows.",
        operation.place.process, name_of(operation.place.call), words().window_short(operation.window),
        words().call_at(past.closed));
    violation.why.push_back("A fence with MPI_MODE_NOSUCCEED opens no epoch: the operation is outside of any.");
    violation.suggestion =
        fmt::format("Leave MPI_MODE_NOSUCCEED out on all ranks in {}.", words().call_at(past.closed));
    Access fence = words().call(past.closed);
    fence.window = words().window(operation.window);
    violation.accesses = {words().operation(operation), std::move(fence)};
    report().add(rule::kFenceNosucceed, operation.place, std::move(violation));
  }

  // What a call says of a target that the window does not have is FP-RANGE-003's.
  static bool exists(const Window& window, std::int64_t target) {
    return target == kAllTargets || window.processes.empty() || window.has_rank(target);
  }

  void wrong_target(const Operation& operation, const WindowState& state) {
    if (!report().is_new(rule::kTargetNotInEpoch, operation.place, operation.window)) return;
    Violation violation;
    violation.message =
        fmt::format("Rank {} calls {} to {} on {}, but the open epoch does not include that target.",
                    operation.place.process, name_of(operation.place.call),
                    words().target(operation.window, operation.target), words().window_short(operation.window));
    violation.why.push_back(upper_first(words().open_epochs(state)) + ".");
    if (state.start) {
      violation.suggestion = fmt::format(
          "Add rank {} to the group of {} (and a post for this rank at that target), or "
          "correct the target of {}.",
          operation.target, words().call_at(state.start->opened), words().call_at(operation.place));
    } else {
      violation.suggestion = fmt::format("Call {} before {}, or correct its target.", lock_of(operation),
                                         words().call_at(operation.place));
    }
    violation.accesses = {words().operation(operation)};
    report().add(rule::kTargetNotInEpoch, operation.place, std::move(violation));
  }

  void request_based(const Operation& operation) {
    if (!report().is_new(rule::kRequestOperationOutsidePassiveEpoch, operation.place, operation.window)) return;
    Violation violation;
    violation.message = fmt::format(
        "Rank {} calls {} in a {}; request-based operations are allowed in lock and lock_all "
        "epochs only.",
        operation.place.process, name_of(operation.place.call), words().epoch(*operation.epoch));
    violation.suggestion = "Use the form without a request, or a lock or lock_all epoch.";
    violation.accesses = {words().operation(operation)};
    report().add(rule::kRequestOperationOutsidePassiveEpoch, operation.place, std::move(violation));
  }

  // ---- synchronization calls

  std::optional<Report::Number> overlap(const Place& place, const WindowCall& call, const std::string& open,
                                        std::string close) {
    if (!report().is_new(rule::kEpochsOverlap, place, call.window->key)) return std::nullopt;
    Violation v = violation(place, call,
                            fmt::format("Rank {} calls {} on {} while its {} is still open.", place.process,
                                        name_of(place.call), words().window_short(call.window->key), open));
    v.suggestion = fmt::format("Close the open epoch first: {} before {}.", close, words().call_at(place));
    const Report::Number number = report().add(rule::kEpochsOverlap, place, std::move(v));
    not_closed(place, call, number);
    return number;
  }

  // The finding says that the access epochs which are open now should have been closed: if they never are, it is that
  // mistake.
  void not_closed(const Place& place, const WindowCall& call, Report::Number number) {
    const auto missing = [&](WaitsFor what, const AccessEpoch& epoch) {
      for (const int target : epoch.targets)
        report().missing().add(place.process, call.window->key, what, target, number);
    };
    if (call.state->start) missing(WaitsFor::kComplete, *call.state->start);
    if (call.state->lock_all)
      report().missing().add(place.process, call.window->key, WaitsFor::kLock, kAllTargets, number);
    for (const auto& [target, lock] : call.state->locks) missing(WaitsFor::kLock, *lock);
  }

  // Closing call of an open passive epoch, for suggestions.
  std::string closing(const WindowState& state, const Place& at) {
    return state.lock_all ? "MPI_Win_unlock_all(win)" : closing(*state.locks.begin()->second, at);
  }
  std::string closing(const AccessEpoch& lock, const Place& at) {
    return unlock_text(lock.opened, lock.targets.front(), at, words());
  }
  const AccessEpoch& passive(const WindowState& state) {
    return state.lock_all ? *state.lock_all : *state.locks.begin()->second;
  }

  void on_fence(const Place& place, const WindowCall& call) {
    const WindowState& state = *call.state;
    if (state.start) {
      overlap(place, call, words().epoch(*state.start), "MPI_Win_complete(win)");
    } else if (state.passive_open()) {
      overlap(place, call, words().epoch(passive(state)), closing(state, place));
    } else if (state.exposure) {
      overlap(place, call, words().exposure(*state.exposure), "MPI_Win_wait(win)");
    }
  }

  void on_start(const Place& place, const WindowCall& call) {
    const WindowState& state = *call.state;
    if (state.start) {
      if (!report().is_new(rule::kStartWhileStarted, place, call.window->key)) return;
      Violation v =
          violation(place, call,
                    fmt::format("Rank {} calls MPI_Win_start on {} while its {} is still open.", place.process,
                                words().window_short(call.window->key), words().epoch(*state.start)));
      v.suggestion = fmt::format("Call MPI_Win_complete(win) before {}, or put all targets into one group.",
                                 words().call_at(place));
      report().add(rule::kStartWhileStarted, place, std::move(v));
    } else if (state.passive_open()) {
      refused_start(place, call, overlap(place, call, words().epoch(passive(state)), closing(state, place)));
    } else if (state.fence && state.fence->active()) {
      refused_start(
          place, call,
          overlap(place, call, fence_words(*state.fence), "MPI_Win_fence(MPI_MODE_NOSUCCEED, win) on all ranks"));
    }
  }

  // A start that opens no epoch: its MPI_Win_complete does not count for the targets' posts.
  void refused_start(const Place& place, const WindowCall& call, std::optional<Report::Number> number) {
    if (number) report().missing().add(place.process, call.window->key, WaitsFor::kComplete, kAllTargets, *number);
  }

  std::string fence_words(const AccessEpoch& fence) {
    return fmt::format("{}, in which {} {} issued,", words().epoch(fence), count_of(fence.operations, "operation"),
                       fence.operations == 1 ? "was" : "were");
  }

  void on_complete(const Place& place, const WindowCall& call) {
    const WindowState& state = *call.state;
    if (refused_.closes({place.process, call.window->key}, MpiCall::kWin_start, kAllTargets)) return;
    if (state.start) return report().missing().forget(place.process, call.window->key, WaitsFor::kComplete);
    if (begun_by(place, call, "MPI_Win_start(group, 0, win)", rule::kCompleteWithoutStart)) return;
    if (!report().is_new(rule::kCompleteWithoutStart, place, call.window->key)) return;
    Violation v = violation(place, call,
                            fmt::format("Rank {} calls MPI_Win_complete on {}, but no epoch of MPI_Win_start is open.",
                                        place.process, words().window_short(call.window->key)));
    if (state.exposure) {
      v.why.push_back(upper_first("the " + words().exposure(*state.exposure)) +
                      " is open; MPI_Win_wait ends it, not MPI_Win_complete.");
      v.suggestion = fmt::format("Call MPI_Win_wait(win) instead of {}.", words().call_at(place));
    } else {
      if (state.access_open()) v.why.push_back(upper_first(words().open_epochs(state)) + ".");
      add_past(v, place, call);
      v.suggestion = fmt::format("Remove {}, or call MPI_Win_start before the operations it shall complete.",
                                 words().call_at(place));
    }
    const Report::Number number = report().add(rule::kCompleteWithoutStart, place, std::move(v));
    report().missing().add(place.process, call.window->key, WaitsFor::kComplete, kAllTargets, number);
    if (state.exposure) report().missing().exposure(place.process, call.window->key, number);
  }

  void add_past(Violation& v, const Place& place, const WindowCall& call) {
    const auto past = past_.find({place.process, call.window->key});
    if (past != past_.end() && past->second.opened.known())
      v.why.push_back(fmt::format("The epoch before it, opened by {}, was closed by {}.",
                                  words().call_at(past->second.opened), words().call_at(past->second.closed)));
  }

  void on_lock(const Place& place, const WindowCall& call, std::int64_t target, std::uint64_t type) {
    const WindowState& state = *call.state;
    const std::uint64_t window = call.window->key;
    if (type > static_cast<std::uint64_t>(LockType::kExclusive)) lock_type(place, window);
    if (target == kProcNull) return;
    const AccessEpoch* held = nullptr;
    if (state.lock_all) {
      held = state.lock_all.get();
    } else if (target == kAllTargets) {
      if (!state.locks.empty()) held = state.locks.begin()->second.get();
    } else if (const auto lock = state.locks.find(static_cast<int>(target)); lock != state.locks.end()) {
      held = lock->second.get();
    }
    auto& nested = nested_[{place.process, window}];
    if (held) {
      if (!report().is_new(rule::kAlreadyLocked, place, window)) {
        if (const auto told = report().number_of(rule::kAlreadyLocked, place))
          note_nested(nested[target], *told, held->opened, place);
        return;
      }
      const std::string what = target == kAllTargets ? std::string("all ranks") : words().target(window, target);
      Violation v =
          violation(place, call,
                    fmt::format("Rank {} calls {} for {} on {}, but its {} is still open.", place.process,
                                name_of(place.call), what, words().window_short(window), words().epoch(*held)));
      v.suggestion =
          held->kind == EpochKind::kLockAll
              ? fmt::format("Remove {} (lock_all includes every rank), or call MPI_Win_unlock_all(win) before.",
                            words().call_at(place))
          : words().position(held->opened) == words().position(place)
              ? fmt::format("Call {} after the operations, before {} is called again.", closing(*held, place),
                            words().call_at(place))
              : fmt::format("Call {} before {}.", closing(*held, place), words().call_at(place));
      const Report::Number number = report().add(rule::kAlreadyLocked, place, std::move(v));
      note_nested(nested[target], number, held->opened, place);
      not_closed(place, call, number);
      return;
    }
    nested.erase(target);
    if (state.start) {
      overlap(place, call, words().epoch(*state.start), "MPI_Win_complete(win)");
    } else if (state.fence && state.fence->active()) {
      overlap(place, call, fence_words(*state.fence), "MPI_Win_fence(MPI_MODE_NOSUCCEED, win) on all ranks");
    }
  }

  static void note_nested(Nested& nested, Report::Number finding, const Place& outer, const Place& inner) {
    if (nested.left++ == 0) nested = {finding, outer, inner, {}, 1};
  }

  Nested* nested_lock(const Side& side, std::int64_t target) {
    const auto of_side = nested_.find(side);
    if (of_side == nested_.end()) return nullptr;
    const auto found = of_side->second.find(target);
    return found == of_side->second.end() || found->second.left == 0 ? nullptr : &found->second;
  }

  // Outside of an epoch only because the inner unlock has ended it.
  void follows(Report::Number number, const Nested& nested) {
    report().follows(number, nested.finding);
    report().finding(number).suggestion =
        fmt::format("Mend {} first: {} has ended the epoch.", report().finding(nested.finding).rule,
                    words().call_at(nested.unlocked));
  }

  // An unlock too many, which belongs to the outer one of two locks.
  void outer_unlock(const Place& place, Report::Number number, Nested& nested) {
    --nested.left;
    follows(number, nested);
    report().finding(nested.finding).suggestion =
        fmt::format("Lock once: leave out either {} and {}, or {} and {}.", words().call_at(nested.outer),
                    words().call_at(place), words().call_at(nested.inner), words().call_at(nested.unlocked));
  }

  // Seen in the argument, or said by the library.
  void lock_type(const Place& place, std::uint64_t window) {
    if (!report().is_new(rule::kInvalidLockType, place, window)) return;
    Violation v;
    v.message = fmt::format("Rank {} calls {} with a lock type that is neither MPI_LOCK_SHARED nor MPI_LOCK_EXCLUSIVE.",
                            place.process, name_of(place.call));
    v.suggestion = "The order of the arguments is MPI_Win_lock(lock_type, rank, assert, win).";
    v.accesses = {words().call(place)};
    report().add(rule::kInvalidLockType, place, std::move(v));
  }

  void on_unlock(const Place& place, const WindowCall& call, std::int64_t target) {
    const WindowState& state = *call.state;
    const std::uint64_t window = call.window->key;
    if (target == kProcNull) return;
    const bool right =
        target == kAllTargets ? state.lock_all != nullptr : state.locks.contains(static_cast<int>(target));
    const bool refused = refused_.closes({place.process, window},
                                         target == kAllTargets ? MpiCall::kWin_lock_all : MpiCall::kWin_lock, target);
    Nested* nested = nested_lock({place.process, window}, target);
    if (right) {
      if (nested && !nested->unlocked.known()) nested->unlocked = place;
      return report().missing().forget(place.process, window, WaitsFor::kLock);
    }
    if (refused) return;
    if (nested && !nested->unlocked.known()) nested = nullptr;
    const std::string lock = target == kAllTargets
                                 ? std::string("MPI_Win_lock_all(0, win)")
                                 : fmt::format("MPI_Win_lock(MPI_LOCK_SHARED, {}, 0, {})",
                                               argument_text(place, 0, words()).value_or(std::to_string(target)),
                                               argument_text(place, 1, words()).value_or("win"));
    if (!nested && begun_by(place, call, lock, rule::kUnlockWithoutLock)) return;
    if (!exists(*call.window, target)) return;
    if (!report().is_new(rule::kUnlockWithoutLock, place, window)) {
      if (nested) --nested->left;
      return;
    }
    const std::string what = target == kAllTargets
                                 ? std::string("which it has not locked with MPI_Win_lock_all")
                                 : fmt::format("but {} is not locked by MPI_Win_lock", words().target(window, target));
    Violation v = violation(place, call,
                            fmt::format("Rank {} calls {} on {}, {}.", place.process, name_of(place.call),
                                        words().window_short(window), what));
    v.why.push_back(upper_first(words().open_epochs(state)) + ".");
    add_past(v, place, call);
    v.suggestion = state.passive_open()
                       ? fmt::format("Call {} instead of {}.", closing(state, place), words().call_at(place))
                       : fmt::format("Remove {}, or lock before it.", words().call_at(place));
    const Report::Number number = report().add(rule::kUnlockWithoutLock, place, std::move(v));
    if (nested) outer_unlock(place, number, *nested);
    not_closed(place, call, number);
  }

  void on_flush(const Place& place, const WindowCall& call, std::int64_t target) {
    const WindowState& state = *call.state;
    const std::uint64_t window = call.window->key;
    if (target == kProcNull || state.lock_all) return;
    const bool right = target == kAllTargets ? state.passive_open() : state.locks.contains(static_cast<int>(target));
    if (right || !exists(*call.window, target) || refused_.access_missing({place.process, window}, target) ||
        !report().is_new(rule::kFlushOutsidePassiveEpoch, place, window))
      return;
    if (const auto operations = unopened_.find({place.process, window}); operations != unopened_.end())
      return belongs(operations->second.finding, rule::kFlushOutsidePassiveEpoch, place, call);
    const std::string what = target == kAllTargets
                                 ? std::string("it holds no lock on the window")
                                 : fmt::format("it has not locked {}", words().target(window, target));
    Violation v = violation(place, call,
                            fmt::format("Rank {} calls {} on {}, but {}.", place.process, name_of(place.call),
                                        words().window_short(window), what));
    v.why.push_back(upper_first(words().open_epochs(state)) + ".");
    if (state.start) {
      v.suggestion =
          fmt::format("Call MPI_Win_complete(win) instead of {}: only it completes the operations of this epoch.",
                      words().call_at(place));
    } else if (state.fence && !state.passive_open()) {
      v.suggestion = fmt::format(
          "Call MPI_Win_fence(0, win) on all ranks instead of {}, or use MPI_Win_lock_all instead "
          "of fences.",
          words().call_at(place));
    } else {
      v.suggestion =
          fmt::format("Call {} before the operations that {} shall complete.",
                      target == kAllTargets ? std::string("MPI_Win_lock_all(0, win)")
                                            : fmt::format("MPI_Win_lock(MPI_LOCK_SHARED, {}, 0, win)", target),
                      words().call_at(place));
    }
    report().add(rule::kFlushOutsidePassiveEpoch, place, std::move(v));
  }

  void on_sync(const Place& place, const WindowCall& call) {
    if (call.state->passive_open() || !report().is_new(rule::kSyncOutsidePassiveEpoch, place, call.window->key)) return;
    Violation v = violation(place, call,
                            fmt::format("Rank {} calls MPI_Win_sync on {}, but holds no lock on the window.",
                                        place.process, words().window_short(call.window->key)));
    v.suggestion = "Call MPI_Win_lock_all(MPI_MODE_NOCHECK, win) once after the creation of the window.";
    report().add(rule::kSyncOutsidePassiveEpoch, place, std::move(v));
  }

  // ---- threads (FP-EPOCH-016)

  void threads(const Job& job, const Moment& moment, const Place& place, const WindowCall& call, unsigned sides,
               std::int64_t target) {
    auto& calls = last_calls_[{place.process, call.window->key}];
    for (const auto& [thread, other] : calls) {
      if (thread == place.thread || (other.sides & sides) == 0) continue;
      // Locks of different targets are epochs of their own.
      if (target != kAllTargets && other.target != kAllTargets && target != other.target) continue;
      if (job.happened_before(other.moment, Order::kObserved)) continue;
      if (!report().is_new(rule::kEpochSharedByThreads, place, call.window->key)) continue;
      Violation v =
          violation(place, call,
                    fmt::format("Thread {} of rank {} calls {} on {}, and nothing orders it after {} of thread {}.",
                                place.thread, place.process, name_of(place.call),
                                words().window_short(call.window->key), words().call_at(other.place), thread));
      v.accesses.push_back(words().call(other.place));
      v.suggestion =
          "Let one thread open and close the window's epochs, or order the calls by a barrier of the threads.";
      report().add(rule::kEpochSharedByThreads, place, std::move(v));
    }
    calls[place.thread] = {moment, place, sides, target};
  }
};

}  // namespace

std::unique_ptr<Check> make_epoch_check(Report& report) {
  return std::make_unique<EpochCheck>(report);
}

}  // namespace fencepost
