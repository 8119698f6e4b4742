// Values that a loop chooses in the same way in each iteration: which of several arrays a row lies in, if a function
// finds it by conditions that the loop does not change. The optimizer keeps the branches where what they lead to loads
// something. Here the choice moves in front of the loop, so that addresses made from it are known there.
#pragma once

#include "pass/hoist.h"

namespace fencepost::pass {

// Call it when the accesses of the function are known, and what they load is taken out (invariant_loads.h): it moves
// no access, and leaves the blocks as they are. True: something was changed.
bool take_out_invariant_choices(llvm::Function& function, const QuietLoops& quiet, llvm::LoopInfo& loops,
                                llvm::DominatorTree& dominators);

}  // namespace fencepost::pass
