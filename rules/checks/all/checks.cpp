#include "checks/checks.h"

#include <algorithm>
#include <cstddef>
#include <utility>

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
// (The first check finishes the previous call when the next one begins. By then, all consequences of races are known.)
constexpr Maker kMakers[] = {
    make_refused_call_check,   make_request_check,
    make_epoch_check,          make_argument_check,
    make_type_check,           make_window_check,
    make_memory_check,         make_given_back_check,
    make_gone_memory_check,    make_memory_sync_check,
    make_info_check,           make_assertion_check,
    make_matching_check,       make_exposure_check,
    make_fence_exposure_check, make_waiting_check,
    make_hang_check,           make_race_check,
    make_usage_check,          make_death_check,
    make_variable_check,       make_shared_segment_check,
    make_compiler_copy_check,  make_thread_level_check,
    make_outside_call_check,   make_freed_by_thread_check,
};

// The process's behavior cannot be judged.
bool damaged(const Job& job, ProcessId process) {
  return job.process(process).damaged;
}

}  // namespace

Checks::Checks(Symbolizer& symbolizer, RuleOptions options) : report_(symbolizer, std::move(options)) {
  for (const Maker make : kMakers) {
    auto check = make(report_);
    if (!check->active()) continue;
    subscribe(*check);
    checks_.push_back(std::move(check));
  }
}
Checks::~Checks() = default;

void Checks::when_occurs(std::function<void(bool at_end)> listener) {
  report_.when_occurs([this, listener = std::move(listener)] {
    if (!in_conflict_) listener(at_end_);
  });
}

void Checks::subscribe(Check& check) {
  const Subscription& to = check.subscription();
  for (std::size_t kind = 0; kind < to.on.size(); ++kind) {
    if (to.on[kind] != nullptr) on_[kind].push_back({&check, to.on[kind]});
    if (to.on_done[kind] != nullptr) on_done_[kind].push_back({&check, to.on_done[kind]});
  }
  if (to.accesses && check.wants_accesses()) of_accesses_.push_back(&check);
  if (to.issued) of_issued_.push_back(&check);
  if (to.completed) of_completed_.push_back(&check);
}

void Checks::before(const Job& job, const Moment& moment, const Place& place, const AnyEvent& event) {
  report_.words().attach(job);
  tell(on_, {job, moment, place}, event);
}
void Checks::after(const Job& job, const Moment& moment, const Place& place, const AnyEvent& event) {
  tell(on_done_, {job, moment, place}, event);
}
void Checks::tell(const ByKind& told, const Here& here, const AnyEvent& event) {
  const auto& of_kind = told[event.index()];
  if (of_kind.empty() || damaged(here.job, here.place.process)) return;
  for (const auto& [check, handler] : of_kind) handler(*check, event, here);
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
  for (Check* check : of_issued_) check->operation_issued(job, operation);
}
void Checks::operation_completed(const Job& job, const Operation& operation, bool remote) {
  report_.words().attach(job);
  if (report_.words().awaits_completions()) report_.words().completed(operation);
  if (damaged(job, operation.place.process)) return;
  for (Check* check : of_completed_) check->operation_completed(job, operation, remote);
}
void Checks::collective(const Job& job, const CollectiveCall& call) {
  const auto is_damaged = [&](const CollectiveMember& member) {
    return member.process.known() && damaged(job, member.process);
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
  in_conflict_ = true;
  for (const auto& check : checks_) check->conflict(job, conflict);
  in_conflict_ = false;
}
void Checks::finished(const Job& job, const EndOfRun& end) {
  report_.words().attach(job);
  at_end_ = true;
  for (const auto& check : checks_) check->finished(job, end);
  report_.finish_accesses();
}

}  // namespace fencepost
