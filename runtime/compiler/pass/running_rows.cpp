#include "pass/running_rows.h"

#include <cstdint>

#include "llvm/IR/Dominators.h"
#include "llvm/IR/MDBuilder.h"
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

AllocaInst* RunningRows::variable(const Ends& ends, Type* type) {
  BasicBlock& entry = function_.getEntryBlock();
  IRBuilder<> builder(&entry, entry.begin());
  AllocaInst* made = builder.CreateAlloca(type);
  builder.SetInsertPoint(ends.before);
  builder.SetCurrentDebugLocation(DebugLoc());
  builder.CreateStore(Constant::getNullValue(type), made);
  variables_.push_back(made);
  return made;
}

void RunningRows::at_exits(const Ends& ends, const DebugLoc& location, function_ref<void(IRBuilder<>&)> report) {
  for (BasicBlock* exit : ends.exits) {
    IRBuilder<> builder(exit, exit->getFirstInsertionPt());
    builder.SetCurrentDebugLocation(location);
    report(builder);
  }
}

void RunningRows::add(const Loop* loop, Value* from, Value* count, Instruction* at, const Report& report) {
  const Ends& ends = ends_.find(loop)->second;
  AllocaInst* begin = variable(ends, runtime_.word);
  AllocaInst* length = variable(ends, runtime_.word);  // 0: none
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

  at_exits(ends, location, [&](IRBuilder<>& behind) {
    Value* last_begin = load(behind, begin);
    Value* last_length = load(behind, length);
    report(last_begin, last_length,
           SplitBlockAndInsertIfThen(behind.CreateIsNotNull(last_length), behind.GetInsertPoint(), false));
  });
}

// The distance is that of the second row; as long as it is 0 there is one row, however often. Two that are very far
// apart are not joined: whoever looks for what is tracked looks at all that lies between.
void RunningRows::add_apart(const Loop* loop, Value* first, Value* are_long, Instruction* at,
                            const ReportApart& report) {
  constexpr std::uint64_t kFar = 1 << 20;
  const Ends& ends = ends_.find(loop)->second;
  AllocaInst* begin = variable(ends, runtime_.pointer);
  AllocaInst* next = variable(ends, runtime_.pointer);
  AllocaInst* distance = variable(ends, runtime_.word);
  AllocaInst* rows = variable(ends, runtime_.word);  // 0: none
  const auto load = [&](IRBuilder<>& builder, AllocaInst* what) {
    return builder.CreateLoad(what->getAllocatedType(), what);
  };
  IRBuilder<> builder(at);
  const DebugLoc location = at->getDebugLoc();
  builder.SetCurrentDebugLocation(location);
  const auto store_next = [&](Value* row, Value* way) {
    builder.CreateStore(builder.CreateGEP(runtime_.byte, row, way), next);
  };
  Instruction* joins = nullptr;
  Instruction* is_elsewhere = nullptr;
  SplitBlockAndInsertIfThenElse(builder.CreateICmpEQ(first, load(builder, next)), at->getIterator(), &joins,
                                &is_elsewhere, MDBuilder(runtime_.context).createLikelyBranchWeights());
  builder.SetInsertPoint(joins);
  builder.CreateStore(builder.CreateAdd(load(builder, rows), builder.getInt64(1)), rows);
  store_next(first, load(builder, distance));

  builder.SetInsertPoint(is_elsewhere);
  const Apart known{load(builder, begin), load(builder, distance), load(builder, rows)};
  Value* way = builder.CreateSub(builder.CreatePtrToInt(first, runtime_.word),
                                 builder.CreatePtrToInt(known.first, runtime_.word));
  Value* is_near = builder.CreateICmpULT(builder.CreateAdd(way, builder.getInt64(kFar)), builder.getInt64(2 * kFar));
  Value* has_one = builder.CreateAnd(builder.CreateIsNotNull(known.rows), builder.CreateIsNull(known.distance));
  Instruction* is_second = nullptr;
  Instruction* is_new = nullptr;
  SplitBlockAndInsertIfThenElse(builder.CreateAnd(are_long, builder.CreateAnd(is_near, has_one)),
                                is_elsewhere->getIterator(), &is_second, &is_new);
  builder.SetInsertPoint(is_second);
  builder.CreateStore(way, distance);
  builder.CreateStore(builder.getInt64(2), rows);
  store_next(first, way);
  builder.SetInsertPoint(is_new);
  builder.CreateStore(first, begin);
  builder.CreateStore(first, next);
  builder.CreateStore(builder.getInt64(0), distance);
  builder.CreateStore(builder.getInt64(1), rows);
  report(known, SplitBlockAndInsertIfThen(builder.CreateIsNotNull(known.rows), is_new->getIterator(), false));

  at_exits(ends, location, [&](IRBuilder<>& behind) {
    const Apart last{load(behind, begin), load(behind, distance), load(behind, rows)};
    report(last, SplitBlockAndInsertIfThen(behind.CreateIsNotNull(last.rows), behind.GetInsertPoint(), false));
  });
}

void RunningRows::finish() {
  if (variables_.empty()) return;
  DominatorTree dominators(function_);
  PromoteMemToReg(variables_, dominators);
  variables_.clear();
}

}  // namespace fencepost::pass
