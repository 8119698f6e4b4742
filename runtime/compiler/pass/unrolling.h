// Short loops that the optimizer would have unrolled: it does not unroll loops with assembly, as the code for marks is
// (rooms.h), unless it is told to.
#pragma once

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Function.h"

namespace fencepost::pass {

// Call it before `loop` gets such code: then the optimizer unrolls it as often as it would have done without.
void keep_unrolled(llvm::Loop& loop, llvm::ScalarEvolution& evolution, const llvm::TargetTransformInfo& target,
                   llvm::OptimizationRemarkEmitter& remarks);

// Call it before the optimizer would warn of loops that it was told to unroll and did not: nobody asked for that.
void forget_unrolling(llvm::Function& function);

}  // namespace fencepost::pass
