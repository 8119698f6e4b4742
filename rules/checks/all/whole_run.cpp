#include "checks/whole_run.h"

#include <algorithm>
#include <string_view>

#include "registry/rule.h"
#include "registry/rule_ids.h"

namespace fencepost {

bool needs_whole_run(const RuleOptions& options) {
  static constexpr std::string_view kRules[] = {
      rule::kFlushPerOperation,   rule::kLockPerOperation,        rule::kFenceWithoutOperations,
      rule::kManySmallOperations, rule::kExclusiveLockForReading,  // they count
      rule::kMissingMemorySync,                                    // any two accesses that are ordered
  };
  return std::ranges::any_of(kRules, [&](std::string_view rule) { return is_active(rule_of(rule), options); });
}

}  // namespace fencepost
