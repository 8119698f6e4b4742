// Volatile words, by which threads without atomics wait for each other. The tool is told before each load and store of
// one (volatile_load and volatile_store of struct fencepost_hooks), beside what it is told of accesses.
#pragma once

#include "llvm/IR/Instructions.h"

namespace fencepost::pass {

struct Runtime;

// Whether another thread may load or store it, too. Our own code's are none.
bool is_volatile_word(const llvm::Instruction& instruction);

void add_volatile_order(llvm::Function& function, Runtime& runtime);

}  // namespace fencepost::pass
