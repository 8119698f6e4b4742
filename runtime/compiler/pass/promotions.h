// Keeps loop-invariant code motion from loading, before a loop, memory that the loop may not touch at all. If something
// is stored under a condition, that pass prefers to keep it in a register, and for that it loads the value beforehand
// wherever that cannot fault.
#pragma once

#include <vector>

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/ValueHandle.h"

namespace fencepost::pass {

class HeldStores {
 public:
  // Holds those stores of the loop that may never be executed, to an address that nothing else surely accesses in it.
  void hold(const llvm::Loop& loop);
  void release();

 private:
  std::vector<llvm::WeakVH> held_;  // volatile meanwhile
};

}  // namespace fencepost::pass
