// Values that are computed in the same way on every path to a node: the optimizer leaves such nodes where it has found
// that a value is there already on one path, mostly for the step of a loop. Scalar evolution does not look through
// them, and would know neither how often the loop runs nor the addresses in it.
#pragma once

#include "llvm/IR/Dominators.h"

namespace fencepost::pass {

// Computes them once, above the node. Moves no access, and leaves the blocks as they are. True: something was changed.
bool join_equal_values(llvm::Function& function, llvm::DominatorTree& dominators);

}  // namespace fencepost::pass
