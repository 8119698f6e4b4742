// Accesses that say the same of several ranks, as one: of a job that hangs, many ranks stand in the same call.
#pragma once

#include <vector>

#include "model/finding.h"

namespace fencepost::reports {

struct AccessGroup {
  const Access* access = nullptr;  // the first of them
  std::vector<int> ranks;          // sorted; empty: of no rank
};

// In the order of the finding. The two accesses of a pair stay two.
std::vector<AccessGroup> groups_of(const Finding& finding);

}  // namespace fencepost::reports
