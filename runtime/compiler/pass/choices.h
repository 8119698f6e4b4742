// The optimizer turns `load (select c, a, b)` into `select c, (load a), (load b)` if it knows that both may be loaded
// (globals, references, locals), even in functions in which it otherwise adds no loads (plugin.cpp). The load that was
// not chosen would be recorded although the program does not make it: this turns it back.
#pragma once

#include "llvm/IR/Function.h"

namespace fencepost::pass {

// Call it after each pass that makes such loads, before others move them. Changes no control flow. True: there were
// some.
bool load_only_the_chosen(llvm::Function& function);

}  // namespace fencepost::pass
