// If the optimizer moves something out of a loop, or makes one statement of two, it removes the place in the source:
// stepping through it would confuse people. But a report needs a place: it names the statement that loads or stores.
// This keeps the places of accesses while such a pass works, and gives them back: for two, one of them.
#pragma once

#include <vector>

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/ValueHandle.h"

namespace fencepost::pass {

class Places {
 public:
  void keep(llvm::Function& function);
  void keep(const llvm::Loop& loop);
  void give_back();

 private:
  struct Kept {
    llvm::WeakVH access;
    llvm::WeakVH block;
    llvm::WeakVH pointer;
    unsigned opcode;
    llvm::DebugLoc place;
  };
  void keep(llvm::BasicBlock& block);
  llvm::DebugLoc place_of_new(llvm::Instruction& access) const;
  void give_back(llvm::BasicBlock& block);

  std::vector<Kept> kept_;
  std::vector<llvm::WeakVH> around_;  // the blocks before the loop and after it
  llvm::Function* function_ = nullptr;
};

}  // namespace fencepost::pass
