#include "findings/values_read.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "findings/rule_lists.h"
#include "registry/rule_ids.h"

namespace fencepost {
namespace {

bool reads(const Access& access) {
  constexpr std::array kReading = {AccessVerb::kGet, AccessVerb::kGetAccumulate, AccessVerb::kFetchAndOp,
                                   AccessVerb::kCompareAndSwap};
  return std::ranges::find(kReading, access.kind) != kReading.end();
}

bool same_line(const SourceLocation& one, const SourceLocation& other) {
  return one.line > 0 && one.line == other.line && one.file == other.file;
}

// The statement that walks from one value to the next has read a value that it should not read. A process that frees
// attached memory may not learn which statement read it.
bool causes(const Finding& cause, const Access& walks) {
  if (cause.rule == rule::kMemoryFreed) return cause.accesses.front().window == walks.window;
  return std::ranges::any_of(cause.accesses, [&](const Access& access) {
    return reads(access) && access.window == walks.window && same_line(access.location, walks.location);
  });
}

// Who looks at a word again and again by a call that is refused never learns what it should tell, and goes on without.
bool waits_in_vain(const Finding& refused) {
  const AccessVerb verb = refused.accesses.front().kind;
  const bool fetches = verb == AccessVerb::kFetchAndOp || verb == AccessVerb::kGetAccumulate;
  return fetches && refused.count > 1 && refused.rule == rule::kTargetNotInEpoch;
}

bool races_in_vain(const Finding& race, const Finding& refused) {
  return race.family == Family::kRace && race.accesses.size() == 2 && race.accesses[0].rank != race.accesses[1].rank &&
         std::ranges::find(refused.ranks, race.accesses[1].rank) != refused.ranks.end();
}

}  // namespace

std::vector<std::pair<std::size_t, std::size_t>> wrong_by_values_read(const std::vector<Finding>& findings) {
  constexpr std::array<std::string_view, 2> kWrongValues = {rule::kDynamicNotAttached, rule::kTargetRank};
  constexpr std::array<std::string_view, 6> kReadTooMuch = {
      rule::kMemoryFreed,           rule::kDetachBeforeCompletion,  rule::kAttachNotOrdered,
      rule::kConflictingOperations, rule::kOperationAndLocalAccess, rule::kAtomicAndOtherAccess};
  std::vector<std::pair<std::size_t, std::size_t>> found;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    if (!is_one_of(findings[i], kWrongValues) || !reads(findings[i].accesses.front())) continue;
    const auto cause = std::ranges::find_if(findings, [&](const Finding& finding) {
      return is_one_of(finding, kReadTooMuch) && causes(finding, findings[i].accesses.front());
    });
    if (cause != findings.end()) found.emplace_back(i, static_cast<std::size_t>(cause - findings.begin()));
  }
  for (std::size_t cause = 0; cause < findings.size(); ++cause) {
    if (!waits_in_vain(findings[cause])) continue;
    for (std::size_t i = 0; i < findings.size(); ++i)
      if (races_in_vain(findings[i], findings[cause])) found.emplace_back(i, cause);
  }
  return found;
}

}  // namespace fencepost
