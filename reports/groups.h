// Merges equal accesses of several ranks: if a job hangs, many ranks are in the same call.
#pragma once

#include <vector>

#include "model/finding.h"

namespace fencepost::reports {

struct AccessGroup {
  const Access* access = nullptr;  // the first access of the group
  std::vector<int> ranks;          // sorted; empty: of no rank
};

// In the order of the finding. The two accesses of a pair are not merged.
std::vector<AccessGroup> groups_of(const Finding& finding);

}  // namespace fencepost::reports
