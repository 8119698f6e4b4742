// Step four: the code.
#pragma once

#include "gcc/access.h"
#include "gcc/hoist.h"
#include "gcc/statistics.h"

namespace fencepost::gcc {

// Whether it left branches that are always or never taken, or blocks that nothing leads to.
bool instrument(function* function, const Accesses& accesses, const std::vector<HoistedAccess>& hoisted,
                const QuietLoops& quiet, Statistics& statistics);

}  // namespace fencepost::gcc
