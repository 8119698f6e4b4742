// What the optimizer may not do to accesses before they are known. It may load what the program does not, where that
// does no harm, and merge what stands on different lines; then the tool would report accesses that nobody wrote, or
// lines that nobody would look at.
#pragma once

#include "llvm/IR/Function.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/PassManager.h"

namespace fencepost::pass {

// First of all: tells the optimizer what it leaves undone in a function.
struct RestrainOptimizer : llvm::PassInfoMixin<RestrainOptimizer> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
  static bool isRequired() { return true; }
};

// Undoes or prevents what it cannot be told, pass by pass.
void restrain(llvm::PassInstrumentationCallbacks& passes);

// The accesses of the function are known.
void release(llvm::Function& function);

}  // namespace fencepost::pass
