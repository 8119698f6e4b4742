// Rows that a loop makes one behind the other, or over each other, as those of a sparse matrix: they are put together
// as the loop goes, and one record tells of them when the next lies elsewhere or the loop is left.
#pragma once

#include <functional>
#include <vector>

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "pass/runtime.h"

namespace fencepost::pass {

class RunningRows {
 public:
  RunningRows(llvm::Function& function, const Runtime& runtime) : function_(function), runtime_(runtime) {}

  // Before any code is changed: whether `loop` has a place for the first and, in all ways out of it, for the last
  // record.
  bool plan(const llvm::Loop* loop);

  // At `at`, within `loop`: the elements [from, from + count). report(elements' beginning, their number, in front of
  // what) makes the code that tells of those before them, and, where the loop is left, of the last.
  using Report = std::function<void(llvm::Value*, llvm::Value*, llvm::Instruction*)>;
  void add(const llvm::Loop* loop, llvm::Value* from, llvm::Value* count, llvm::Instruction* at, const Report& report);

  // Once all code is there: into registers.
  void finish();

 private:
  struct Ends {
    llvm::Instruction* before = nullptr;  // the end of the preheader
    llvm::SmallVector<llvm::BasicBlock*, 2> exits;
  };

  llvm::AllocaInst* variable(const Ends& ends);

  llvm::Function& function_;
  const Runtime& runtime_;
  llvm::DenseMap<const llvm::Loop*, Ends> ends_;
  std::vector<llvm::AllocaInst*> variables_;
};

}  // namespace fencepost::pass
