#include "checks/checks.h"

#include <algorithm>
#include <array>
#include <type_traits>
#include <variant>

#include "assert_checks/makers.h"
#include "epoch_checks/makers.h"
#include "info_checks/makers.h"
#include "match_checks/makers.h"
#include "race_checks/makers.h"
#include "range_checks/makers.h"
#include "type_checks/makers.h"
#include "use_checks/makers.h"
#include "window_checks/makers.h"

namespace fencepost {
namespace {

using Maker = std::unique_ptr<Check> (*)(Report&);
// (The first one finishes with the call before when the next begins.)
constexpr Maker kMakers[] = {
    make_refused_call_check, make_request_check,        make_race_check,        make_epoch_check,
    make_argument_check,     make_type_check,           make_window_check,      make_memory_check,
    make_given_back_check,   make_gone_memory_check,    make_memory_sync_check, make_info_check,
    make_assertion_check,    make_matching_check,       make_exposure_check,    make_fence_exposure_check,
    make_waiting_check,      make_hang_check,           make_usage_check,       make_death_check,
    make_variable_check,     make_shared_segment_check,
};

// Who looks at an event in before() and after().
enum class Interest { kNone, kOperations, kAll };

template <class Event>
constexpr Interest interest_in_kind() {
  constexpr bool kOperation = std::is_same_v<Event, event::Transfer> || std::is_same_v<Event, event::AtomicOperation>;
  constexpr bool kNobody = std::is_same_v<Event, std::monostate> || std::is_same_v<Event, event::Executed> ||
                           std::is_same_v<Event, event::Acquire> || std::is_same_v<Event, event::Release> ||
                           std::is_same_v<Event, event::ThreadBegin> || std::is_same_v<Event, event::ThreadEnd> ||
                           std::is_same_v<Event, event::ThreadWaitBegin> ||
                           std::is_same_v<Event, event::ThreadWaitEnd> || std::is_same_v<Event, event::SendEnd>;
  return kOperation ? Interest::kOperations : kNobody ? Interest::kNone : Interest::kAll;
}

// By the place of the event's type in AnyEvent.
template <class... Events>
constexpr std::array<Interest, sizeof...(Events)> interests_of(const std::variant<Events...>*) {
  return {interest_in_kind<Events>()...};
}
constexpr auto kInterests = interests_of(static_cast<const AnyEvent*>(nullptr));

Interest interest_in(const AnyEvent& event) {
  return kInterests[event.index()];
}

template <class Tell>
void tell(std::vector<Check*>& checks, Check::Callback callback, Tell&& tell_one) {
  for (std::size_t i = 0; i < checks.size();) {
    Check& check = *checks[i];
    tell_one(check);
    if (check.ignores(callback)) {
      checks.erase(checks.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      ++i;
    }
  }
}

// What it did cannot be judged.
bool damaged(const Job& job, int process) {
  return job.process(process).damaged;
}

}  // namespace

Checks::Checks(Symbolizer& symbolizer, RuleOptions options) : report_(symbolizer, std::move(options)) {
  for (const Maker make : kMakers) {
    checks_.push_back(make(report_));
    for (auto* list : {&of_before_, &of_after_, &of_issued_, &of_completed_}) list->push_back(checks_.back().get());
    if (checks_.back()->wants_accesses()) of_accesses_.push_back(checks_.back().get());
    if (checks_.back()->wants_operation_events()) of_operation_events_.push_back(checks_.back().get());
  }
}
Checks::~Checks() = default;

void Checks::before(const Job& job, const Moment& moment, const Place& place, const AnyEvent& event) {
  report_.words().attach(job);
  if (damaged(job, place.process)) return;
  switch (interest_in(event)) {
    case Interest::kNone:
      return;
    case Interest::kOperations:
      for (Check* check : of_operation_events_) check->before(job, moment, place, event);
      return;
    case Interest::kAll:
      tell(of_before_, Check::kBefore, [&](Check& check) { check.before(job, moment, place, event); });
  }
}
void Checks::after(const Job& job, const Moment& moment, const Place& place, const AnyEvent& event) {
  if (damaged(job, place.process) || interest_in(event) != Interest::kAll) return;
  tell(of_after_, Check::kAfter, [&](Check& check) { check.after(job, moment, place, event); });
}
bool Checks::wants_accesses() const {
  return !of_accesses_.empty();
}
void Checks::access(const Job& job, const Moment& moment, const Place& place, const event::Access& event,
                    const Memory& where, const Strided& bytes) {
  report_.words().attach(job);
  if (damaged(job, place.process)) return;
  for (Check* check : of_accesses_) check->access(job, moment, place, event, where, bytes);
}
void Checks::operation_issued(const Job& job, const Operation& operation) {
  report_.words().attach(job);
  if (damaged(job, operation.place.process)) return;
  tell(of_issued_, Check::kIssued, [&](Check& check) { check.operation_issued(job, operation); });
}
void Checks::operation_completed(const Job& job, const Operation& operation, bool remote) {
  report_.words().attach(job);
  if (report_.words().awaits_completions()) report_.words().completed(operation);
  if (damaged(job, operation.place.process)) return;
  tell(of_completed_, Check::kCompleted, [&](Check& check) { check.operation_completed(job, operation, remote); });
}
void Checks::collective(const Job& job, const CollectiveCall& call) {
  const auto is_damaged = [&](const CollectiveMember& member) {
    return member.process >= 0 && damaged(job, member.process);
  };
  if (std::ranges::any_of(call.members, is_damaged)) return;
  report_.words().attach(job);
  for (const auto& check : checks_) check->collective(job, call);
}
void Checks::epochs_matched(const Job& job, const EpochMatch& match) {
  if (damaged(job, match.access->process) || damaged(job, match.exposure->process)) return;
  report_.words().attach(job);
  for (const auto& check : checks_) check->epochs_matched(job, match);
}
void Checks::window_gone(const Window& window) {
  for (const auto& check : checks_) check->window_gone(window);
}
void Checks::conflict_found(const Job& job, const Conflict& conflict) {
  if (!report_.announces()) return;
  report_.words().attach(job);
  for (const auto& check : checks_) check->conflict_found(job, conflict);
}
void Checks::conflict(const Job& job, const Conflict& conflict) {
  report_.words().attach(job);
  for (const auto& check : checks_) check->conflict(job, conflict);
}
void Checks::finished(const Job& job, const EndOfRun& end) {
  report_.words().attach(job);
  for (const auto& check : checks_) check->finished(job, end);
  report_.finish_accesses();
}

}  // namespace fencepost
