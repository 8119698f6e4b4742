// Calls that end what is known of records, but not what is known of tracked memory: those that only get memory, give it
// back, or compute. After them no more memory is tracked than before.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"

namespace fencepost::pass {

class CalmCalls {
 public:
  // Whether a boundary (filter.h) is such a call.
  bool is_calm(const llvm::Instruction& boundary);

 private:
  bool has_only_calm(const llvm::Function& function);

  llvm::DenseMap<const llvm::Function*, bool> known_;
};

}  // namespace fencepost::pass
