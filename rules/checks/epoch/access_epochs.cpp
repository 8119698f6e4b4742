#include "epoch_checks/access_epochs.h"

#include <utility>

#include <fmt/format.h>

#include "epoch_checks/epoch_fixes.h"
#include "facts/source_order.h"
#include "words/call_text.h"

namespace fencepost {

void AccessEpochs::remember(const Here& here, const WindowCall& call, bool nosucceed) {
  Past& past = past_[{here.place.process, call.window->key}];
  past = {};
  past.closed = here.place;
  past.closed_at = here.moment;
  past.nosucceed = nosucceed;
  if (call.state->start) past.opened = call.state->start->opened;
  if (call.state->lock_all) past.opened = call.state->lock_all->opened;
  if (!call.state->locks.empty()) past.opened = call.state->locks.begin()->second->opened;
}

void AccessEpochs::add_past(Violation& v, const Place& place, const WindowCall& call) {
  const auto past = past_.find({place.process, call.window->key});
  if (past != past_.end() && past->second.opened.known())
    v.why.push_back(fmt::format("The epoch before it, opened by {}, was closed by {}.",
                                words().call_at(past->second.opened), words().call_at(past->second.closed)));
}

const AccessEpochs::Unopened* AccessEpochs::unopened(const Side& side) const {
  const auto found = unopened_.find(side);
  return found == unopened_.end() ? nullptr : &found->second;
}

void AccessEpochs::extend_unopened(const Side& side, const Operation& operation) {
  const auto found = unopened_.find(side);
  if (found == unopened_.end()) return;
  Unopened& known = found->second;
  known.several = known.several || operation.target != known.operation.target;
  if (report_.finding(known.finding).accesses.front().rank == side.first.number())
    report_.advise(known.finding, open_around(known.operation, words().fix_place(operation.place), known.several));
}

Fixes AccessEpochs::open_around(const Operation& first, const FixPlace& last, bool several) {
  return {lock_around(first, last, several, words()),
          must_hold("the operations have to be in an epoch of MPI_Win_lock_all or of MPI_Win_start and "
                    "MPI_Win_complete, or between fences of all ranks")};
}

bool AccessEpochs::begun_by(const Place& place, const WindowCall& call, const std::function<FixCall()>& opening,
                            std::string_view rule, const Place* earlier) {
  const auto operations = unopened_.find({place.process, call.window->key});
  if (operations == unopened_.end()) return false;
  const Unopened known = operations->second;
  const auto& [number, first, operation, several, elsewhere] = known;
  unopened_.erase(operations);
  if (!opened_elsewhere(known, place, call) && report_.finding(number).accesses.front().rank == place.process.number())
    report_.advise(number, opened_before(opening(), earlier ? *earlier : first, place, call.window->key, words()));
  if (!rule.empty()) belongs(number, rule, place, call);
  return true;
}

bool AccessEpochs::opened_elsewhere(const Unopened& operations, const Place& place, const WindowCall& call) {
  if (!operations.elsewhere) return false;
  const AccessEpoch& epoch = *operations.elsewhere;
  // In the next round of a loop, or anywhere else, a fence closes nothing that was opened for the operation.
  if (epoch.kind == EpochKind::kFence)
    return place.call == MpiCall::kWin_fence &&
           source_order(operations.first, place, words().symbolizer()) != SourceOrder::kBefore;
  // (An epoch that has operations of its own is where it belongs, and so is one that has been closed.)
  if (!epoch.open || epoch.operations != 0 ||
      name_of(place.call) != closing_call(epoch, epoch.opened, words()).function)
    return false;
  const Report::Number number = operations.finding;
  const bool lock = epoch.kind != EpochKind::kStart;
  const auto not_closed = [&](Rank target) {
    report_.missing().add(place.process, epoch.window, lock ? WaitsFor::kLock : WaitsFor::kComplete, target, number);
  };
  for (const Rank target : epoch.targets) not_closed(target);
  if (epoch.kind == EpochKind::kLockAll) not_closed(Rank::kAllTargets);
  if (report_.finding(number).accesses.front().rank != place.process.number()) return true;
  const bool at_hand = in_one_function(epoch.opened, place, words().symbolizer());
  const auto given = window_argument_text(epoch.opened, words()), own = window_argument_text(place, words());
  Fix fix = must_hold(fmt::format("the window of {} has to be another: {} and {} are on {}",
                                  words().call_at(epoch.opened), words().call_at(operations.first),
                                  words().call_at(place), words().window_short(call.window->key)));
  if (at_hand && given && own && *given != *own) {
    fix.kind = FixKind::kReplaceArgument;
    fix.argument = {.given = *own, .instead_of = *given};
    fix.window = call.window->key;
    fix.only_if.clause = "if it is meant for " + words().call_at(operations.first);
  }
  fix.purpose = FixPurpose::kOpenEpoch;
  fix.place = words().fix_place(epoch.opened);
  report_.advise(number, Fixes{std::move(fix)});
  return true;
}

void AccessEpochs::belongs(Report::Number number, std::string_view rule, const Place& place, const WindowCall& call) {
  Access access = words().call(place);
  access.window = words().window(call.window->key);
  report_.belongs(number, rule, place, std::move(access));
}

Violation AccessEpochs::violation(const Place& place, const WindowCall& call, std::string message) {
  Violation violation;
  violation.message = std::move(message);
  Access access = words().call(place);
  access.window = words().window(call.window->key);
  violation.accesses = {std::move(access)};
  return violation;
}

std::optional<Report::Number> AccessEpochs::overlap(const Place& place, const WindowCall& call,
                                                    const AccessEpoch& open) {
  if (!report_.is_new(rule::kEpochsOverlap, place, call.window->key)) return std::nullopt;
  if (open.kind == EpochKind::kFence) return overlapping(place, call, fence_words(open), last_fence(open, place));
  return overlapping(place, call, words().epoch(open), close_before(open, place, words()));
}

std::optional<Report::Number> AccessEpochs::overlap(const Place& place, const WindowCall& call,
                                                    const ExposureEpoch& open) {
  if (!report_.is_new(rule::kEpochsOverlap, place, call.window->key)) return std::nullopt;
  return overlapping(place, call, words().exposure(open), close_before(open, place, {}, words()));
}

Report::Number AccessEpochs::overlapping(const Place& place, const WindowCall& call, const std::string& open,
                                         Fixes close) {
  Violation v = violation(place, call,
                          fmt::format("Rank {} calls {} on {} while its {} is still open.", place.process,
                                      name_of(place.call), words().window_short(call.window->key), open));
  v.fixes = std::move(close);
  const Report::Number number = report_.add(rule::kEpochsOverlap, place, std::move(v));
  // It is open because another call that should have closed it was for another window.
  for (const auto& [target, lock] : call.state->locks)
    if (const auto cause = report_.missing().of(place.process, call.window->key, WaitsFor::kLock, target);
        cause && report_.finding(*cause).rule == rule::kOperationOutsideEpoch) {
      report_.follows(number, *cause);
      report_.advise_as(number, *cause);
    }
  not_closed(place, call, number);
  return number;
}

void AccessEpochs::not_closed(const Place& place, const WindowCall& call, Report::Number number) {
  const auto missing = [&](WaitsFor what, const AccessEpoch& epoch) {
    for (const Rank target : epoch.targets)
      report_.missing().add(place.process, call.window->key, what, target, number);
  };
  if (call.state->start) missing(WaitsFor::kComplete, *call.state->start);
  if (call.state->lock_all)
    report_.missing().add(place.process, call.window->key, WaitsFor::kLock, Rank::kAllTargets, number);
  for (const auto& [target, lock] : call.state->locks) missing(WaitsFor::kLock, *lock);
  if (call.state->fence && call.state->fence->active())
    report_.missing().fence(place.process, call.window->key, number);
}

Fixes AccessEpochs::last_fence(const AccessEpoch& fence, const Place& place) {
  Fix fix{.kind = FixKind::kAdd, .purpose = FixPurpose::kCloseEpoch, .side = FixSide::kBetween};
  fix.call = closing_call(fence, place, words());
  fix.place = fix.operation = words().fix_place(fence.last_use);
  fix.until.place = words().fix_place(place);
  fix.window = fence.window;
  return {std::move(fix)};
}

std::string AccessEpochs::fence_words(const AccessEpoch& fence) {
  return fmt::format("{}, in which {} {} issued,", words().epoch(fence), count_of(fence.operations, "operation"),
                     fence.operations == 1 ? "was" : "were");
}

void AccessEpochs::window_gone(const Window& window) {
  forget_sides(past_, window);
  forget_sides(unopened_, window);
}

}  // namespace fencepost
