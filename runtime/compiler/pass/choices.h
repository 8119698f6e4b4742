// Of `load (select c, a, b)` the optimizer makes `select c, (load a), (load b)` where it knows that both may be loaded
// (globals, references, locals), also in functions in which it otherwise adds no loads (plugin.cpp). Recorded, the one
// that was not chosen would be a load which the program does not make: this turns it back.
#pragma once

#include "llvm/IR/Function.h"

namespace fencepost::pass {

// To be called behind each pass that makes such loads, before others move them. Changes no control flow. True: there
// were some.
bool load_only_the_chosen(llvm::Function& function);

}  // namespace fencepost::pass
