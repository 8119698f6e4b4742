#include "checks/check.h"

#include <algorithm>

namespace fencepost {
namespace {

using Maker = std::unique_ptr<Check> (*)(Report&);
constexpr Maker kMakers[] = {
    make_race_check,      make_epoch_check,    make_exposure_check, make_argument_check,    make_type_check,
    make_request_check,   make_window_check,   make_memory_check,   make_memory_sync_check, make_info_check,
    make_assertion_check, make_matching_check, make_waiting_check,  make_hang_check,        make_usage_check,
};

}  // namespace

Checks::Checks(Symbolizer& symbolizer, RuleOptions options) : report_(symbolizer, std::move(options)) {
  for (const Maker make : kMakers) checks_.push_back(make(report_));
}
Checks::~Checks() = default;

void Checks::before(const Job& job, const Moment& moment, const Place& place, const AnyEvent& event) {
  report_.words().attach(job);
  for (const auto& check : checks_) check->before(job, moment, place, event);
}
void Checks::after(const Job& job, const Moment& moment, const Place& place, const AnyEvent& event) {
  report_.words().attach(job);
  for (const auto& check : checks_) check->after(job, moment, place, event);
}
bool Checks::wants_accesses() const {
  return std::ranges::any_of(checks_, [](const auto& check) { return check->wants_accesses(); });
}
void Checks::access(const Job& job, const Moment& moment, const Place& place, const event::Access& event,
                    const Memory& where, const Strided& bytes) {
  report_.words().attach(job);
  for (const auto& check : checks_)
    if (check->wants_accesses()) check->access(job, moment, place, event, where, bytes);
}
void Checks::operation_issued(const Job& job, const Operation& operation) {
  report_.words().attach(job);
  for (const auto& check : checks_) check->operation_issued(job, operation);
}
void Checks::operation_completed(const Job& job, const Operation& operation, bool remote) {
  report_.words().attach(job);
  for (const auto& check : checks_) check->operation_completed(job, operation, remote);
}
void Checks::collective(const Job& job, const CollectiveCall& call) {
  report_.words().attach(job);
  for (const auto& check : checks_) check->collective(job, call);
}
void Checks::epochs_matched(const Job& job, const EpochMatch& match) {
  report_.words().attach(job);
  for (const auto& check : checks_) check->epochs_matched(job, match);
}
void Checks::conflict(const Job& job, const Conflict& conflict) {
  report_.words().attach(job);
  for (const auto& check : checks_) check->conflict(job, conflict);
}
void Checks::finished(const Job& job, const EndOfRun& end) {
  report_.words().attach(job);
  for (const auto& check : checks_) check->finished(job, end);
}

}  // namespace fencepost
