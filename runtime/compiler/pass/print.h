// The steps one by one, for their tests: `opt -passes='print<fencepost-collect>'` (…-filter, …-hoist) prints what a
// step passes on, and changes nothing.
#pragma once

#include "llvm/IR/PassManager.h"

namespace fencepost::pass {

enum class Step { kCollect, kFilter, kHoist };

class PrintStep : public llvm::PassInfoMixin<PrintStep> {
 public:
  explicit PrintStep(Step step) : step_(step) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }

 private:
  Step step_;
};

}  // namespace fencepost::pass
