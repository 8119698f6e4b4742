// The code for vector accesses lane by lane: which lanes are accessed, and where.
#pragma once

#include "llvm/IR/IRBuilder.h"
#include "pass/access.h"
#include "pass/runtime.h"

namespace fencepost::pass {

// Whether the look at the first lane's page is enough for all.
bool lie_together(const MemoryAccess& access);

// A number with the bits of the lanes that are accessed; for up to 64.
llvm::Value* bits_of_lanes(llvm::IRBuilder<>& builder, const Runtime& runtime, const MemoryAccess& access);

// A vector of booleans.
llvm::Value* booleans_of_lanes(llvm::IRBuilder<>& builder, const MemoryAccess& access);
llvm::Value* address_of_lane(llvm::IRBuilder<>& builder, const Runtime& runtime, const MemoryAccess& access,
                             unsigned lane);

}  // namespace fencepost::pass
