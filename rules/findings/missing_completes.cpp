#include "findings/missing_completes.h"

#include <algorithm>
#include <cstddef>

namespace fencepost {
namespace {

// At most this many of each kind are kept: the races of a loop meet in its first rounds.
constexpr std::size_t kMostKept = 4096;

}  // namespace

void MissingCompletes::started_again(const AccessEpoch& open, const Moment& moment, const Place& place) {
  std::vector<Start>& starts = starts_[{place.process, open.window}];
  if (starts.size() < kMostKept) starts.push_back({open.opened_at.order, moment.order, place});
}

void MissingCompletes::add(Report::Number finding, const Conflict& conflict) {
  if (conflict.kind != ConflictKind::kData || races_.size() >= kMostKept) return;
  add(finding, conflict.first, conflict.second);
  add(finding, conflict.second, conflict.first);
}

void MissingCompletes::add(Report::Number finding, const ConflictAccess& operation, const ConflictAccess& other) {
  if (!operation.operation) return;
  if (!operation.operation->epoch) {
    races_.push_back({.finding = finding,
                      .origin = {operation.place.process, operation.operation->window},
                      .issued = operation.operation->issued.order,
                      .refused = true});
    return;
  }
  const AccessEpoch& epoch = *operation.operation->epoch;
  if (epoch.kind != EpochKind::kStart) return;
  const bool same_process = other.place.process == operation.place.process;
  // For another process, only operations issued in the second of the two rounds are certainly in the wrong epoch.
  races_.push_back({finding,
                    {epoch.process, epoch.window},
                    epoch.opened_at.order,
                    same_process ? operation.start.order : epoch.opened_at.order,
                    same_process ? other.start.order : operation.start.order,
                    !operation.end});
}

std::optional<Report::Number> MissingCompletes::hang_of(const Race& race, const Report& report, const EndOfRun& end) {
  if (!race.never_completed) return std::nullopt;
  const auto& [origin, window] = race.origin;
  const auto waits = [&](const BlockedCall& call) {
    return call.waits_for == WaitsFor::kComplete && call.window == window &&
           std::ranges::find(call.processes, origin) != call.processes.end();
  };
  if (std::ranges::none_of(end.blocked, waits)) return std::nullopt;
  // The finding lies at the first of the calls that wait for each other.
  for (const BlockedCall& call : end.blocked)
    for (const std::string_view rule : {rule::kDeadlock, rule::kPostWithoutStart})
      if (const auto told = report.number_of(rule, call.place)) return told;
  return std::nullopt;
}

bool MissingCompletes::would_order(const Start& start, const Race& race) {
  if (race.refused) return start.order < race.issued;
  return start.opened == race.opened && start.order > race.issued && start.order < race.later;
}

void MissingCompletes::link(Report& report, const EndOfRun& end, std::set<Report::Number>& linked) const {
  for (const Race& race : races_) {
    if (const auto hang = hang_of(race, report, end)) {
      report.follows(race.finding, *hang);
      linked.insert(race.finding);
      continue;
    }
    const auto starts = starts_.find(race.origin);
    if (starts == starts_.end()) continue;
    const auto start = std::ranges::find_if(starts->second, [&](const Start& one) { return would_order(one, race); });
    if (start == starts->second.end()) continue;
    const auto told = report.number_of(rule::kStartWhileStarted, start->place);
    if (!told) continue;
    report.follows(race.finding, *told);
    report.advise_as(race.finding, *told);
    linked.insert(race.finding);
  }
}

}  // namespace fencepost
