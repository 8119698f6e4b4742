// Memory that belongs to one function alone: its address goes nowhere else. Unlike in clang's ThreadSanitizer, the
// whole object decides: even if only elements of an array are used here, the array may have been passed to MPI.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Value.h"

namespace fencepost::pass {

// Whether the function has made the object (an alloca, a block) and keeps its address to itself.
bool is_own_object(const llvm::Value* object);

class LocalMemory {
 public:
  // Its own objects; those that its callers, all in this file, keep to themselves; and variables of this file whose
  // address nobody takes.
  bool holds(const llvm::Value* address);

 private:
  llvm::DenseMap<const llvm::Value*, bool> known_;
};

}  // namespace fencepost::pass
