#include "epoch_checks/access_epochs.h"

#include <utility>

#include <fmt/format.h>

#include "words/call_text.h"

namespace fencepost {

void AccessEpochs::remember(const Place& place, const WindowCall& call, bool nosucceed) {
  Past& past = past_[{place.process, call.window->key}];
  past = {};
  past.closed = place;
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

bool AccessEpochs::begun_by(const Place& place, const WindowCall& call, std::string_view opening,
                            std::string_view rule) {
  const auto operations = unopened_.find({place.process, call.window->key});
  if (operations == unopened_.end()) return false;
  const auto [number, first] = operations->second;
  unopened_.erase(operations);
  if (report_.finding(number).accesses.front().rank == place.process)
    report_.advise(number, fmt::format("Call {} before {}: {} closes the epoch.", opening, words().call_at(first),
                                       words().call_at(place)));
  if (!rule.empty()) belongs(number, rule, place, call);
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

std::optional<Report::Number> AccessEpochs::overlap(const Place& place, const WindowCall& call, const std::string& open,
                                                    std::string_view close) {
  if (!report_.is_new(rule::kEpochsOverlap, place, call.window->key)) return std::nullopt;
  Violation v = violation(place, call,
                          fmt::format("Rank {} calls {} on {} while its {} is still open.", place.process,
                                      name_of(place.call), words().window_short(call.window->key), open));
  v.suggestion = fmt::format("Close the open epoch first: {} before {}.", close, words().call_at(place));
  const Report::Number number = report_.add(rule::kEpochsOverlap, place, std::move(v));
  not_closed(place, call, number);
  return number;
}

void AccessEpochs::not_closed(const Place& place, const WindowCall& call, Report::Number number) {
  const auto missing = [&](WaitsFor what, const AccessEpoch& epoch) {
    for (const int target : epoch.targets) report_.missing().add(place.process, call.window->key, what, target, number);
  };
  if (call.state->start) missing(WaitsFor::kComplete, *call.state->start);
  if (call.state->lock_all)
    report_.missing().add(place.process, call.window->key, WaitsFor::kLock, kAllTargets, number);
  for (const auto& [target, lock] : call.state->locks) missing(WaitsFor::kLock, *lock);
  if (call.state->fence && call.state->fence->active())
    report_.missing().fence(place.process, call.window->key, number);
}

std::string AccessEpochs::closing(const WindowState& state, const Place& at) {
  return state.lock_all ? fmt::format("MPI_Win_unlock_all({})", window_text(at, words()))
                        : closing(*state.locks.begin()->second, at);
}
std::string AccessEpochs::closing(const AccessEpoch& lock, const Place& at) {
  return unlock_text(lock.opened, lock.targets.front(), at, words());
}

std::string AccessEpochs::last_fence(const Place& place) {
  return fmt::format("MPI_Win_fence(MPI_MODE_NOSUCCEED, {}) on all ranks", window_text(place, words()));
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
