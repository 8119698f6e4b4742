// Volatile words, by which threads without atomics wait for each other. Before each load and store of one, the tool is
// called (volatile_load and volatile_store of struct fencepost_hooks), in addition to the reports of accesses.
#pragma once

#include "llvm/IR/Instructions.h"

namespace fencepost::pass {

struct Runtime;

// Whether another thread may load or store it, too. Words of our own code do not count.
bool is_volatile_word(const llvm::Instruction& instruction);

void add_volatile_order(llvm::Function& function, Runtime& runtime);

}  // namespace fencepost::pass
