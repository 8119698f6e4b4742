// Step two: leaves out accesses that cannot be of interest. In doubt they stay.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/GlobalVariable.h"
#include "pass/access.h"
#include "pass/statistics.h"

namespace fencepost::pass {

// A call after which nothing known before holds: it may be an MPI call, synchronize, write an event, attach the tool,
// or not come back. Or an atomic operation or a volatile word: what lies before it may be ordered by it, what lies
// behind may not.
bool is_boundary(const llvm::Instruction& instruction);

// What orders other operations, and is no access itself.
bool is_fence(const llvm::Instruction& instruction);

// Where the function goes on after others were left by an exception or a longjmp.
bool is_landing(const llvm::Instruction& instruction);

Accesses filter(const Accesses& accesses, Statistics& statistics);

}  // namespace fencepost::pass
