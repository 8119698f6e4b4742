// What the optimizer must not do to accesses before we know them. It may load what the program does not, if that does
// no harm, and merge what is on different lines. Then the tool would report accesses that nobody wrote, or lines that
// nobody would look at.
#pragma once

#include "llvm/IR/Function.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/PassManager.h"

namespace fencepost::pass {

// First of all: tells the optimizer what it must not do in a function.
struct RestrainOptimizer : llvm::PassInfoMixin<RestrainOptimizer> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&);
  static bool isRequired() { return true; }
};

// Undoes or prevents, pass by pass, what it cannot be told.
void restrain(llvm::PassInstrumentationCallbacks& passes);

// The accesses of the function are known.
void release(llvm::Function& function);

}  // namespace fencepost::pass
