// What a loop does with an access that neither its room nor its marks tell of: all of it in one piece of assembly that
// keeps every register, so that the loop loses none to something that rarely happens.
#pragma once

#include "llvm/IR/IRBuilder.h"
#include "pass/access.h"
#include "pass/checks.h"
#include "pass/runtime.h"

namespace fencepost::pass {

// Whether there is such code for accesses like this one.
bool has_slow_path(const MemoryAccess& access);

// Looks whether the page of `address` is tracked, then at the page's map, and if need be calls.
void look_and_tell(llvm::IRBuilder<>& builder, const Runtime& runtime, const MemoryAccess& access, llvm::Value* address,
                   Extent extent);

}  // namespace fencepost::pass
