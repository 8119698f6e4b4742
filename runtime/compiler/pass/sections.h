// Sections of OpenMP. Compilers make a loop over their numbers, which LLVM's runtime divides: a thread that gets
// several runs them one after the other, and nobody can see where one ends. So the code tells the tool.
#pragma once

#include "llvm/IR/PassManager.h"

namespace fencepost::pass {

// Before the optimizer takes the loop apart: a call before each section, and a loop that says of itself that it is one
// of sections (flang's does not).
struct MarkSections : llvm::PassInfoMixin<MarkSections> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace fencepost::pass
