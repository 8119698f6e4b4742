// Loops with marked accesses (rooms.h) become two: one for memory of interest, in which the code for marks comes first,
// and one for when there are no marks, without that code.
#pragma once

#include <vector>

#include "llvm/IR/Instructions.h"

namespace fencepost::pass {

struct MarkedAccess {
  llvm::BranchInst* leaves_room = nullptr;  // on true, to the code for memory of interest
  llvm::BranchInst* has_mark = nullptr;     // on true, to the code that sets the mark; null: it needs none
  llvm::Instruction* room = nullptr;        // 0: it is of interest from the beginning
  bool is_of_array = false;                 // not 0: it is never of interest
  llvm::Instruction* before = nullptr;      // the end of the preheader of the loop that has marks or bits
};

// When all code is there.
void add_window_versions(llvm::Function& function, const std::vector<MarkedAccess>& marked);

}  // namespace fencepost::pass
