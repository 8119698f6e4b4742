// Loads that the optimizer would have taken out of their loop, had it been allowed to (plugin.cpp: no new loads): where
// a std::vector keeps its elements, an array's descriptor. What is behind them is known in front of the loop then.
//
// The load itself stays where it is, for what is told of it; what it loads is used from in front of the loop.
#pragma once

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/IR/Dominators.h"
#include "pass/hoist.h"

namespace fencepost::pass {

// When the accesses of the function are known; loops keep their shape. True: something was changed.
bool take_out_invariant_loads(llvm::Function& function, const QuietLoops& quiet, llvm::LoopInfo& loops,
                              llvm::AAResults& aliases, llvm::DominatorTree& dominators);

}  // namespace fencepost::pass
