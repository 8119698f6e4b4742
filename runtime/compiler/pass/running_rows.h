// Rows that a loop makes one after the other, or over each other, such as those of a sparse matrix, or long ones of
// equal length at equal distances, wherever they are chosen: they are joined while the loop runs, and one record
// reports them when the next one lies elsewhere or the loop is left.
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

  // Call it before any code is changed: whether `loop` has a place for the first record and, on all ways out of it, for
  // the last.
  bool plan(const llvm::Loop* loop);

  // At `at`, within `loop`: the elements [from, from + count). report(elements' beginning, their number, before what)
  // makes the code that reports the earlier ones and, where the loop is left, the last.
  using Report = std::function<void(llvm::Value*, llvm::Value*, llvm::Instruction*)>;
  void add(const llvm::Loop* loop, llvm::Value* from, llvm::Value* count, llvm::Instruction* at, const Report& report);

  // At `at`, within `loop`: a row from `first` on; all are alike otherwise. `are_long`, known before the loop: two may
  // be joined, however far apart. report(rows, before what) makes the code that reports the earlier ones and, where the
  // loop is left, the last.
  struct Apart {
    llvm::Value* first = nullptr;
    llvm::Value* distance = nullptr;
    llvm::Value* rows = nullptr;
  };
  using ReportApart = std::function<void(const Apart&, llvm::Instruction*)>;
  void add_apart(const llvm::Loop* loop, llvm::Value* first, llvm::Value* are_long, llvm::Instruction* at,
                 const ReportApart& report);

  // When all code is there: moves the variables into registers.
  void finish();

 private:
  struct Ends {
    llvm::Instruction* before = nullptr;  // the end of the preheader
    llvm::SmallVector<llvm::BasicBlock*, 2> exits;
  };

  // 0 before the loop.
  llvm::AllocaInst* variable(const Ends& ends, llvm::Type* type);
  // At each way out of the loop.
  void at_exits(const Ends& ends, const llvm::DebugLoc& location, llvm::function_ref<void(llvm::IRBuilder<>&)> report);

  llvm::Function& function_;
  const Runtime& runtime_;
  llvm::DenseMap<const llvm::Loop*, Ends> ends_;
  std::vector<llvm::AllocaInst*> variables_;
};

}  // namespace fencepost::pass
