#include "findings/steps.h"

#include <algorithm>

namespace fencepost {

bool is_of_steps(const Fixes& fixes) {
  if (fixes.empty()) return false;
  const Fix& fix = fixes.front();
  return fix.kind == FixKind::kMustHold && fix.purpose == FixPurpose::kExclude && fix.place.known() &&
         fix.until.place.known();
}

std::vector<std::pair<std::size_t, std::size_t>> races_of_steps(const std::vector<Finding>& findings) {
  std::vector<std::pair<std::size_t, std::size_t>> found;
  const auto is_part = [&](const Finding& race, const Finding& cause) {
    const Fix& steps = cause.fixes.front();
    return race.family == Family::kRace && std::ranges::all_of(race.accesses, [&](const Access& access) {
             return steps.place.is_at(access.location) || steps.until.place.is_at(access.location);
           });
  };
  for (std::size_t cause = 0; cause < findings.size(); ++cause) {
    if (!is_of_steps(findings[cause].fixes)) continue;
    for (std::size_t i = 0; i < findings.size(); ++i)
      if (i != cause && is_part(findings[i], findings[cause])) found.emplace_back(i, cause);
  }
  return found;
}

}  // namespace fencepost
