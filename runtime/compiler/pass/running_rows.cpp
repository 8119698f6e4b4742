#include "pass/running_rows.h"

#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

namespace fencepost::pass {

using namespace llvm;

bool RunningRows::plan(const Loop* loop) {
  if (ends_.contains(loop)) return true;
  Ends ends;
  loop->getUniqueExitBlocks(ends.exits);
  if (loop->getLoopPreheader() == nullptr || !loop->hasDedicatedExits() ||
      any_of(ends.exits, [](const BasicBlock* exit) { return exit->isEHPad(); })) {
    return false;
  }
  ends.before = loop->getLoopPreheader()->getTerminator();
  ends_[loop] = ends;
  return true;
}

AllocaInst* RunningRows::variable(const Ends& ends) {
  BasicBlock& entry = function_.getEntryBlock();
  IRBuilder<> builder(&entry, entry.begin());
  AllocaInst* made = builder.CreateAlloca(runtime_.word);
  builder.SetInsertPoint(ends.before);
  builder.SetCurrentDebugLocation(DebugLoc());
  builder.CreateStore(builder.getInt64(0), made);
  variables_.push_back(made);
  return made;
}

void RunningRows::add(const Loop* loop, Value* from, Value* count, Instruction* at, const Report& report) {
  const Ends& ends = ends_.find(loop)->second;
  AllocaInst* begin = variable(ends);
  AllocaInst* length = variable(ends);  // 0: none
  const auto load = [&](IRBuilder<>& builder, AllocaInst* what) { return builder.CreateLoad(runtime_.word, what); };
  IRBuilder<> builder(at);
  const DebugLoc location = at->getDebugLoc();
  builder.SetCurrentDebugLocation(location);
  Value* known_begin = load(builder, begin);
  Value* known_length = load(builder, length);
  // In them or just after their end.
  Value* distance = builder.CreateSub(from, known_begin);
  Value* goes_on = builder.CreateICmpULE(distance, known_length);
  Instruction* joins = nullptr;
  Instruction* is_elsewhere = nullptr;
  SplitBlockAndInsertIfThenElse(goes_on, at->getIterator(), &joins, &is_elsewhere);
  builder.SetInsertPoint(joins);
  builder.CreateStore(builder.CreateBinaryIntrinsic(Intrinsic::umax, known_length, builder.CreateAdd(distance, count)),
                      length);

  builder.SetInsertPoint(is_elsewhere);
  builder.CreateStore(from, begin);
  builder.CreateStore(count, length);
  report(known_begin, known_length,
         SplitBlockAndInsertIfThen(builder.CreateIsNotNull(known_length), is_elsewhere->getIterator(), false));

  for (BasicBlock* exit : ends.exits) {
    builder.SetInsertPoint(exit, exit->getFirstInsertionPt());
    builder.SetCurrentDebugLocation(location);
    Value* last_begin = load(builder, begin);
    Value* last_length = load(builder, length);
    report(last_begin, last_length,
           SplitBlockAndInsertIfThen(builder.CreateIsNotNull(last_length), builder.GetInsertPoint(), false));
  }
}

void RunningRows::finish() {
  if (variables_.empty()) return;
  DominatorTree dominators(function_);
  PromoteMemToReg(variables_, dominators);
  variables_.clear();
}

}  // namespace fencepost::pass
