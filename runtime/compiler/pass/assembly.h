// Part of step one: what a piece of inline assembly says that it does to memory. Its memory operands ("m", "=m", "+m")
// are accesses of their types; nobody knows what it reaches through registers.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "pass/access.h"

namespace fencepost::pass {

void collect_assembly(Accesses& found, llvm::CallBase& call);

// The addresses that it gets in registers, if it may access any memory: what it does there is not followed. None for
// other instructions.
llvm::SmallVector<llvm::Value*, 4> unseen_addresses(const llvm::Instruction& instruction);

// Whether it is there to order memory (mfence, or a locked instruction on nothing of the program).
bool is_fence_of_assembly(const llvm::CallBase& call);

}  // namespace fencepost::pass
