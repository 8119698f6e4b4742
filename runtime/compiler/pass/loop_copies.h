// Copies of one access that the optimizer made of a short loop within a longer one: what they do in the longer one is a
// record for each, in rows that lie at equal distances. They become one record with all these rows.
#pragma once

#include <vector>

#include "llvm/Analysis/ScalarEvolution.h"
#include "pass/hoist.h"

namespace fencepost::pass {

std::vector<HoistedAccess> join_copies(const std::vector<HoistedAccess>& hoisted, const QuietLoops& quiet,
                                       llvm::ScalarEvolution& evolution);

}  // namespace fencepost::pass
