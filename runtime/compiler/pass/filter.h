// Step two: leaves out accesses that cannot be of interest. If in doubt, they stay.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/GlobalVariable.h"
#include "pass/access.h"
#include "pass/statistics.h"

namespace fencepost::pass {

// A call after which nothing known before holds: it may be an MPI call, synchronize, write an event, attach the tool,
// or not come back. Or an atomic operation or a volatile word: it may order what comes before it, but not what comes
// after it.
bool is_boundary(const llvm::Instruction& instruction);

// Orders other operations, and is not an access itself.
bool is_fence(const llvm::Instruction& instruction);

// Where the function continues after an exception or a longjmp has left others.
bool is_landing(const llvm::Instruction& instruction);

// Of one line of the program, called from one place.
bool same_line(const MemoryAccess& a, const MemoryAccess& b);

Accesses filter(const Accesses& accesses, Statistics& statistics);

}  // namespace fencepost::pass
