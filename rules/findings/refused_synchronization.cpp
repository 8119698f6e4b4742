#include "findings/refused_synchronization.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "findings/rule_lists.h"
#include "registry/rule_ids.h"

namespace fencepost {
namespace {

constexpr std::array kLocksRefused = {rule::kAlreadyLocked, rule::kEpochSharedByThreads};
constexpr std::array kRefused = {rule::kStartWhileStarted, rule::kCompleteWithoutStart, rule::kPostWhilePosted,
                                 rule::kWaitWithoutPost,   rule::kAlreadyLocked,        rule::kUnlockWithoutLock,
                                 rule::kInvalidLockType,   rule::kUseAfterFree,         rule::kInvalidArgument};
// Once a lock was refused, a process has other epochs than it thinks.
constexpr std::array kWithoutEpoch = {rule::kOperationOutsideEpoch, rule::kTargetNotInEpoch, rule::kUnlockWithoutLock,
                                      rule::kFlushOutsidePassiveEpoch};
constexpr std::array kHangs = {rule::kStartWithoutPost, rule::kPostWithoutStart, rule::kDeadlock,
                               rule::kMissingPartner};

bool on_common_rank(const Finding& one, const Finding& other) {
  return std::ranges::any_of(one.ranks,
                             [&](int rank) { return std::ranges::find(other.ranks, rank) != other.ranks.end(); });
}

bool on_common_window(const Finding& one, const Finding& other) {
  return std::ranges::any_of(one.accesses, [&](const Access& access) {
    return !access.window.empty() &&
           std::ranges::any_of(other.accesses, [&](const Access& its) { return its.window == access.window; });
  });
}

// An operation in an epoch that was opened on the wrong window.
bool in_wrong_epoch(const Finding& finding, const Finding& cause) {
  if (finding.family != Family::kRace || cause.rule != rule::kOperationOutsideEpoch || cause.fixes.empty())
    return false;
  const FixPlace& opener = cause.fixes.front().place;
  return cause.fixes.front().purpose == FixPurpose::kOpenEpoch && opener.call.starts_with("MPI_Win_") &&
         std::ranges::any_of(finding.accesses, [&](const Access& access) {
           return access.epoch && opener.call == access.epoch->opened_call && opener.is_at(access.epoch->opened);
         });
}

bool is_cause(const Finding& finding) {
  return finding.rule == rule::kOperationOutsideEpoch || is_one_of(finding, kRefused) ||
         is_one_of(finding, kLocksRefused);
}

bool follows(const Finding& finding, const Finding& cause) {
  const bool hangs = is_one_of(finding, kHangs) && is_one_of(cause, kRefused);
  if (in_wrong_epoch(finding, cause)) return on_common_rank(finding, cause);
  const bool lacks_epoch = is_one_of(finding, kWithoutEpoch) && is_one_of(cause, kLocksRefused);
  return (hangs || lacks_epoch) && on_common_rank(finding, cause) && on_common_window(finding, cause);
}

}  // namespace

std::vector<std::pair<std::size_t, std::size_t>> after_refused_synchronization(const std::vector<Finding>& findings) {
  std::vector<std::pair<std::size_t, std::size_t>> found;
  std::vector<std::size_t> causes;  // of the findings so far, those that can be one
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const auto cause =
        std::ranges::find_if(causes, [&](std::size_t one) { return follows(findings[i], findings[one]); });
    if (cause != causes.end()) found.emplace_back(i, *cause);
    if (is_cause(findings[i])) causes.push_back(i);
  }
  return found;
}

}  // namespace fencepost
