#include "epoch_checks/passive_epochs.h"

#include <string>
#include <utility>

#include <fmt/format.h>

#include "epoch_checks/epoch_fixes.h"
#include "epoch_checks/other_window.h"
#include "facts/mpi_library.h"
#include "facts/source_order.h"
#include "words/call_text.h"
#include "words/fix_text.h"

namespace fencepost {

void PassiveEpochs::lock(const Place& place, const WindowCall& call, Rank target, std::uint64_t type) {
  synced_.erase({place.process, call.window->key});
  const WindowState& state = *call.state;
  const WindowKey window = call.window->key;
  if (type > static_cast<std::uint64_t>(LockType::kExclusive)) wrong_lock_type(place, window);
  if (target == Rank::kProcNull) return;
  const AccessEpoch* held = nullptr;
  if (state.lock_all) {
    held = state.lock_all.get();
  } else if (target == Rank::kAllTargets) {
    if (!state.locks.empty()) held = state.locks.begin()->second.get();
  } else if (const auto lock = state.locks.find(target); lock != state.locks.end()) {
    held = lock->second.get();
  }
  auto& nested = nested_[{place.process, window}];
  if (held) {
    const bool by_one_thread = held->opened.thread == place.thread;
    if (!report().is_new(rule::kAlreadyLocked, place, window)) {
      if (const auto told = report().number_of(rule::kAlreadyLocked, place); told && by_one_thread)
        note_nested(nested[target], *told, held->opened, place);
      return;
    }
    const std::string what = words().target(window, target);
    Violation v =
        epochs_.violation(place, call,
                          fmt::format("Rank {} calls {} for {} on {}, but its {} is still open.", place.process,
                                      name_of(place.call), what, words().window_short(window), words().epoch(*held)));
    if (!by_one_thread) {
      v.message = fmt::format("Thread {} of rank {} calls {} for {} on {}, but the {} of thread {} is still open.",
                              place.thread.number(), place.process, name_of(place.call), what,
                              words().window_short(window), words().epoch(*held), held->opened.thread.number());
      v.fixes = {must_hold(
          "only one thread at a time may lock and unlock a target of the window (in a critical section, for instance), "
          "or one epoch of MPI_Win_lock_all has to serve all threads: the lock belongs to the process")};
    } else {
      v.fixes = with_take_out(close_before(*held, place, words()),
                              held->kind == EpochKind::kLockAll || !held->last_use.known(), place, window, words());
    }
    const Report::Number number = report().add(rule::kAlreadyLocked, place, std::move(v));
    closes_wrongly(number, {place.process, window}, target);
    if (by_one_thread) note_nested(nested[target], number, held->opened, place);
    epochs_.not_closed(place, call, number);
    return;
  }
  nested.erase(target);
  misses_lock_.erase({place.process, window});
  if (state.start) {
    epochs_.overlap(place, call, *state.start);
  } else if (state.fence && state.fence->active()) {
    epochs_.overlap(place, call, *state.fence);
  }
}

// The epoch is open because another call, which should have closed it, did not.
void PassiveEpochs::closes_wrongly(Report::Number number, const Side& side, Rank target) {
  const auto cause = report().missing().of(side.first, side.second, WaitsFor::kLock, target);
  if (!cause || *cause == number) return;
  const std::string& rule = report().finding(*cause).rule;
  if (rule != rule::kUnlockWithoutLock && rule != rule::kTargetNotInEpoch && rule != rule::kOperationOutsideEpoch)
    return;
  report().follows(number, *cause);
  if (rule == rule::kOperationOutsideEpoch) return report().advise_as(number, *cause);
  report().advise(number, fmt::format("Close the epoch as {} describes.", rule));
}

void PassiveEpochs::unlock(const Place& place, const WindowCall& call, Rank target) {
  const WindowState& state = *call.state;
  const WindowKey window = call.window->key;
  if (target == Rank::kProcNull) return;
  const bool right = target == Rank::kAllTargets ? state.lock_all != nullptr : state.locks.contains(target);
  const bool refused = epochs_.refused().closes(
      {place.process, window}, target == Rank::kAllTargets ? MpiCall::kWin_lock_all : MpiCall::kWin_lock, target);
  Nested* nested = nested_lock({place.process, window}, target);
  if (right) {
    if (nested && !nested->unlocked.known()) nested->unlocked = place;
    misses_lock_.erase({place.process, window});
    return report().missing().forget(place.process, window, WaitsFor::kLock);
  }
  if (refused) return;
  if (nested && !nested->unlocked.known()) nested = nullptr;
  Synced synced;
  if (target == Rank::kAllTargets) {
    if (const auto found = synced_.extract({place.process, window})) synced = found.mapped();
    if (const auto* operations = epochs_.unopened({place.process, window}))
      syncs_were_to_be_inside(place, synced, operations->finding);
  }
  if (!nested && epochs_.begun_by(
                     place, call, [&] { return lock_call(place, target); }, rule::kUnlockWithoutLock,
                     synced.before_operations ? &synced.first : nullptr))
    return;
  if (!AccessEpochs::exists(*call.window, target)) return;
  if (const MissesLock* operation = missing_lock({place.process, window}, target)) {
    epochs_.belongs(operation->finding, rule::kUnlockWithoutLock, place, call);
    const Finding& finding = report().finding(operation->finding);
    if (state.locks.size() == 1 && !state.lock_all && finding.accesses.front().rank == place.process.number())
      report().advise(operation->finding,
                      lock_target(state.locks.begin()->second->opened, operation->place, place, window));
    return epochs_.not_closed(place, call, operation->finding);
  }
  unlocked_wrongly(place, call, target, nested, synced);
}

void PassiveEpochs::unlocked_wrongly(const Place& place, const WindowCall& call, Rank target, Nested* nested,
                                     const Synced& synced) {
  const WindowState& state = *call.state;
  const WindowKey window = call.window->key;
  const auto elsewhere = state.passive_open() ? nullptr : locked_elsewhere(words().job(), place, window, target);
  const auto other = elsewhere ? unlock_other_window(*elsewhere, place, words()) : std::nullopt;
  // That one stays open for it.
  const auto leaves_open = [&](Report::Number number) {
    if (!other) return;
    const Rank locked = elsewhere->targets.empty() ? Rank::kAllTargets : elsewhere->targets.front();
    report().missing().add(place.process, elsewhere->window, WaitsFor::kLock, locked, number);
  };
  if (!report().is_new(rule::kUnlockWithoutLock, place, window)) {
    if (const auto known = report().number_of(rule::kUnlockWithoutLock, place)) leaves_open(*known);
    if (nested) --nested->left;
    return;
  }
  const std::string what = target == Rank::kAllTargets
                               ? std::string("which it has not locked with MPI_Win_lock_all")
                               : fmt::format("but {} is not locked by MPI_Win_lock", words().target(window, target));
  Violation v = epochs_.violation(place, call,
                                  fmt::format("Rank {} calls {} on {}, {}.", place.process, name_of(place.call),
                                              words().window_short(window), what));
  v.why.push_back(upper_first(words().open_epochs(state)) + ".");
  epochs_.add_past(v, place, call);
  if (state.passive_open()) {
    const AccessEpoch& open = state.lock_all ? *state.lock_all : *state.locks.begin()->second;
    v.fixes = {call_instead(closing_call(open, place, words()), place, window, FixPurpose::kCloseEpoch, words()),
               take_out(place, window, FixPurpose::kOther, words())};
    v.fixes.back().offer = FixOffer::kIfTried;  // it may be the lock's only unlock
  } else if (other) {
    v.why.push_back(fmt::format("The {} is open on {} ({}) at that time.", words().epoch(*elsewhere),
                                words().window_short(elsewhere->window), other->argument.given));
    v.fixes = {*other, take_out(place, window, FixPurpose::kOther, words())};
    v.fixes.back().offer = FixOffer::kIfTried;
  } else {
    std::string holds = "the lock has to be taken before it";
    if (elsewhere) holds += or_elsewhere(*elsewhere, window);
    v.fixes = {take_out(place, window, FixPurpose::kOther, words()), must_hold(std::move(holds))};
    if (synced.first.known())
      v.fixes.insert(v.fixes.begin(), open_before(lock_call(place, target), synced.first, place, window, words()));
  }
  const Report::Number number = report().add(rule::kUnlockWithoutLock, place, std::move(v));
  leaves_open(number);
  if (nested) outer_unlock(place, window, number, *nested);
  syncs_were_to_be_inside(place, synced, number);
  epochs_.not_closed(place, call, number);
}

// What else may be wrong with an unlock while another window is locked.
std::string PassiveEpochs::or_elsewhere(const AccessEpoch& locked, WindowKey window) {
  const std::string other = words().window_short(locked.window);
  return fmt::format(", or it has to be on {}, which {} has locked, if it is meant for that",
                     other == words().window_short(window) ? "the other window" : other,
                     words().call_at(locked.opened));
}

// The operation and the unlock name one target, and the lock another one.
Fixes PassiveEpochs::lock_target(const Place& lock, const Place& operation, const Place& unlock, WindowKey window) {
  Fix fix = must_hold(fmt::format("{} has to name the target of {} and {}", words().call_at(lock),
                                  words().call_at(operation), words().call_at(unlock)));
  const auto given = argument_text(lock, 1, words()), meant = argument_text(unlock, 0, words());
  const auto kind = operation_kind_of(operation.call);
  const auto target = kind ? call_text(operation, *kind, words()).target : std::nullopt;
  const bool at_hand =
      in_one_function(lock, operation, words().symbolizer()) && in_one_function(lock, unlock, words().symbolizer());
  if (!given || !meant || !target || *target != *meant || *given == *meant || !at_hand) return {std::move(fix)};
  fix.kind = FixKind::kReplaceArgument;
  fix.purpose = FixPurpose::kOpenEpoch;
  fix.place = words().fix_place(lock);
  fix.argument = {.given = *meant, .instead_of = *given};
  fix.operation = words().fix_place(operation);
  fix.window = window;
  return {std::move(fix)};
}

FixCall PassiveEpochs::lock_call(const Place& place, Rank target) {
  const std::string window = window_text(place, words());
  if (target == Rank::kAllTargets)
    return {.function = std::string(name_of(MpiCall::kWin_lock_all)), .arguments = {"0", window}};
  FixCall call{.function = std::string(name_of(MpiCall::kWin_lock))};
  if (const auto rank = argument_text(place, 0, words()))
    call.arguments = {"MPI_LOCK_SHARED", *rank, "0", window};
  else
    call.arguments_of = fmt::format("the target and window of {}", name_of(place.call));
  return call;
}

// For a call that names a target that is not locked, while other targets are.
std::string PassiveEpochs::other_target(const WindowState& state, const Place& place) {
  const AccessEpoch& lock = *state.locks.begin()->second;
  return state.locks.size() == 1
             ? fmt::format("{} has to name the target of {}", words().call_at(place), words().call_at(lock.opened))
             : fmt::format("{} has to name a target that is locked", words().call_at(place));
}

// For a flush outside of a passive epoch: the operations are in another epoch, or there is nothing to complete. Adding
// a lock before it would only break another rule.
Fixes PassiveEpochs::instead_of_flush(const Place& place, const WindowState& state) {
  const FixPlace flush = words().fix_place(place);
  const std::string window = window_text(place, words());
  if (state.start)
    return {must_hold(
        fmt::format("MPI_Win_complete({}) has to come in place of {}: only it completes the operations of this epoch",
                    window, flush.name))};
  if (state.fence && !state.passive_open())
    return {{.kind = FixKind::kRemove,
             .purpose = FixPurpose::kComplete,
             .place = flush,
             .only_if = {.clause = "for the fence that ends the epoch completes its operations"}},
            {.kind = FixKind::kReplaceCall,
             .purpose = FixPurpose::kComplete,
             .call = {.function = "MPI_Win_fence", .arguments = {"0", window}, .on_all_ranks = true},
             .place = flush},
            must_hold("an epoch of MPI_Win_lock_all has to take the place of the fences")};
  if (state.locks.size() == 1) {
    const AccessEpoch& lock = *state.locks.begin()->second;
    FixCall same = unlock_call(lock.opened, place, words());
    same.function = std::string(name_of(place.call));
    if (place.call == MpiCall::kWin_flush || place.call == MpiCall::kWin_flush_local) {
      Fix instead = call_instead(std::move(same), place, lock.window, FixPurpose::kComplete, words());
      instead.holds =
          fmt::format("{} has to be {}, as that rank is locked", words().call_at(place), text_of(instead.call));
      return {std::move(instead)};
    }
  }
  if (!state.locks.empty()) return {must_hold(other_target(state, place))};
  Fix remove{.kind = FixKind::kRemove, .purpose = FixPurpose::kOther, .place = flush};
  remove.only_if.clause =
      "which completes nothing: this rank has no operation pending on the window. (Loads and stores are not "
      "operations: "
      "they need a barrier, with MPI_Win_sync on both sides in an epoch of MPI_Win_lock_all, or a fence)";
  return {std::move(remove)};
}

void PassiveEpochs::flush(const Place& place, const WindowCall& call, Rank target) {
  const WindowState& state = *call.state;
  const WindowKey window = call.window->key;
  if (state.lock_all) return;
  // (MPI_PROC_NULL, where a flush has nothing to complete, is no reason to flush where no flush is allowed.)
  const bool one = target != Rank::kAllTargets && target != Rank::kProcNull;
  const bool right = one ? state.locks.contains(target) : state.passive_open();
  if (right || (one && !AccessEpochs::exists(*call.window, target)) ||
      epochs_.refused().access_missing({place.process, window}, one ? target : Rank::kAllTargets) ||
      !report().is_new(rule::kFlushOutsidePassiveEpoch, place, window))
    return;
  if (const auto* operations = epochs_.unopened({place.process, window}))
    return epochs_.belongs(operations->finding, rule::kFlushOutsidePassiveEpoch, place, call);
  if (const MissesLock* operation = missing_lock({place.process, window}, target))
    return epochs_.belongs(operation->finding, rule::kFlushOutsidePassiveEpoch, place, call);
  const std::string what = one ? fmt::format("it has not locked {}", words().target(window, target))
                               : std::string("it holds no lock on the window");
  Violation v = epochs_.violation(place, call,
                                  fmt::format("Rank {} calls {} on {}, but {}.", place.process, name_of(place.call),
                                              words().window_short(window), what));
  v.why.push_back(upper_first(words().open_epochs(state)) + ".");
  v.fixes = instead_of_flush(place, state);
  report().add(rule::kFlushOutsidePassiveEpoch, place, std::move(v));
}

namespace {

bool is_asked_for(const Rule& rule, const RuleOptions& options) {
  return options.strict || options.enabled.rules.contains(rule.id) || options.enabled.families.contains(rule.family);
}

}  // namespace

void PassiveEpochs::sync(const Place& place, const WindowCall& call) {
  if (call.state->passive_open()) return;
  const Side side{place.process, call.window->key};
  Synced& synced = synced_[side];
  if (!synced.first.known()) synced = {place, epochs_.unopened(side) == nullptr, {}};
  const bool refused = is_mpich_4(words().job().process(place.process));
  if (!refused && !is_asked_for(rule_of(rule::kSyncOutsidePassiveEpoch), report().options())) return;
  if (!report().is_new(rule::kSyncOutsidePassiveEpoch, place, call.window->key)) return;
  Violation v = epochs_.violation(place, call,
                                  fmt::format("Rank {} calls MPI_Win_sync on {}, but holds no lock on the window.",
                                              place.process, words().window_short(call.window->key)));
  if (refused) v.why.push_back("MPICH refuses this call (MPI_ERR_RMA_SYNC); by default, the job aborts.");
  const std::string window = window_text(place, words());
  v.fixes = {lock_all_around(place, window, call.window->key, words()),
             must_hold(fmt::format("MPI_Win_lock_all(MPI_MODE_NOCHECK, {}) has to come once after the creation of the "
                                   "window, and MPI_Win_unlock_all({}) before it is freed",
                                   window, window))};
  synced.findings.push_back(report().add(rule::kSyncOutsidePassiveEpoch, place, std::move(v)));
}

// The program closes an epoch of all targets that it has not opened: MPI_Win_sync was meant to be in it.
void PassiveEpochs::syncs_were_to_be_inside(const Place& unlock, const Synced& synced, Report::Number cause) {
  for (const Report::Number finding : synced.findings) {
    if (finding == cause) continue;
    report().follows(finding, cause);
    report().advise(finding, fmt::format("Correct {} first: {} closes an epoch that is not opened before.",
                                         report().finding(cause).rule, words().call_at(unlock)));
  }
}

void PassiveEpochs::wrong_lock_type(const Place& place, WindowKey window) {
  if (!report().is_new(rule::kInvalidLockType, place, window)) return;
  Violation v;
  v.message = fmt::format("Rank {} calls {} with a lock type that is neither MPI_LOCK_SHARED nor MPI_LOCK_EXCLUSIVE.",
                          place.process, name_of(place.call));
  v.suggestion = "The order of the arguments is MPI_Win_lock(lock_type, rank, assert, win).";
  v.accesses = {words().call(place)};
  report().add(rule::kInvalidLockType, place, std::move(v));
}

void PassiveEpochs::note_nested(Nested& nested, Report::Number finding, const Place& outer, const Place& inner) {
  if (nested.left++ == 0) nested = {finding, outer, inner, {}, 1};
}

PassiveEpochs::Nested* PassiveEpochs::nested_lock(const Side& side, Rank target) {
  const auto of_side = nested_.find(side);
  if (of_side == nested_.end()) return nullptr;
  const auto found = of_side->second.find(target);
  return found == of_side->second.end() || found->second.left == 0 ? nullptr : &found->second;
}

// It is outside of an epoch only because the inner unlock has ended the epoch.
void PassiveEpochs::follows(Report::Number number, const Nested& nested) {
  report().follows(number, nested.finding);
  report().advise(number, fmt::format("Correct {} first: {} has ended the epoch.",
                                      report().finding(nested.finding).rule, words().call_at(nested.unlocked)));
}

// One unlock too many: it belongs to the outer one of two locks.
void PassiveEpochs::outer_unlock(const Place& place, WindowKey window, Report::Number number, Nested& nested) {
  --nested.left;
  follows(number, nested);
  const auto pair = [&](const Place& lock, const Place& unlock) {
    return fmt::format("{} and {}", words().call_at(lock), words().call_at(unlock));
  };
  const std::string outer = pair(nested.outer, place), inner = pair(nested.inner, nested.unlocked);
  if (outer == inner)
    return report().advise(
        nested.finding,
        Fixes{must_hold(fmt::format("{} must not be called where the target is already locked", outer))});
  const auto without = [&](const Place& lock, const Place& unlock) {
    Fix fix = take_out(lock, window, FixPurpose::kCloseEpoch, words());
    fix.also = {words().fix_place(unlock)};
    return fix;
  };
  report().advise(nested.finding, Fixes{without(nested.inner, nested.unlocked), without(nested.outer, place)});
}

void PassiveEpochs::misses_lock(Report::Number number, const Side& side, Rank target, const Place& place) {
  misses_lock_[side].try_emplace(target, MissesLock{number, place});
}

const PassiveEpochs::MissesLock* PassiveEpochs::missing_lock(const Side& side, Rank target) const {
  const auto of_side = misses_lock_.find(side);
  if (of_side == misses_lock_.end()) return nullptr;
  const auto found = of_side->second.find(target);
  return found == of_side->second.end() ? nullptr : &found->second;
}

void PassiveEpochs::outside(Report::Number number, const Side& side, Rank target) {
  if (const Nested* nested = nested_lock(side, target); nested && nested->unlocked.known()) follows(number, *nested);
}

}  // namespace fencepost
