// Loads that the optimizer would have moved out of their loop if it had been allowed to (plugin.cpp: no new loads):
// where a std::vector keeps its elements, an array's descriptor. Then what is behind them is known before the loop.
//
// The load itself stays where it is, so that it is reported; the value is used from before the loop.
#pragma once

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/IR/Dominators.h"
#include "pass/hoist.h"

namespace fencepost::pass {

// Call it when the accesses of the function are known; loops keep their shape. True: something was changed.
bool take_out_invariant_loads(llvm::Function& function, const QuietLoops& quiet, llvm::LoopInfo& loops,
                              llvm::AAResults& aliases, llvm::DominatorTree& dominators);

}  // namespace fencepost::pass
