#include "pass/array_bits.h"

#include "llvm/IR/Dominators.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "pass/checks.h"

namespace fencepost::pass {

using namespace llvm;

void ArrayBits::plan(const Loop* loop, ScalarEvolution& evolution) {
  if (loop == nullptr || loop->getLoopPreheader() == nullptr || !loop->hasDedicatedExits()) return;
  Instruction* before = loop->getLoopPreheader()->getTerminator();
  if (exits_.contains(before)) return;
  if (any_of(loop->getLoopsInPreorder(),
             [&](const Loop* inner) { return !evolution.hasLoopInvariantBackedgeTakenCount(inner); }))
    return;
  SmallVector<BasicBlock*, 4> exits;
  loop->getUniqueExitBlocks(exits);
  if (exits.empty() || any_of(exits, [](const BasicBlock* exit) { return exit->isEHPad(); })) return;
  exits_[before].assign(exits.begin(), exits.end());
}

bool ArrayBits::can_hold(const Array& array, std::uint64_t size) const {
  // The first one may lie in the middle of an element.
  return exits_.contains(array.before) && isPowerOf2_64(size) &&
         array.high - array.low <= static_cast<std::int64_t>(63 * size);
}

ArrayBits::Bits& ArrayBits::bits_of(const Array& array, const MemoryAccess& access) {
  const DebugLoc location = location_of(access);
  const Key key{array.before, array.base, size_and_kind(access.size, access.kind), location.get()};
  if (location) {
    const auto [place, is_new] = known_.try_emplace(key, all_.size());
    if (!is_new) return all_[place->second];
  }
  Bits bits{array, access, sites_.next()};
  BasicBlock& entry = function_.getEntryBlock();
  bits.variable = IRBuilder<>(&entry, entry.begin()).CreateAlloca(runtime_.word);
  IRBuilder<> builder(array.before);
  builder.SetCurrentDebugLocation(DebugLoc());
  builder.CreateStore(builder.getInt64(0), bits.variable);
  Value* begin = builder.CreatePtrToInt(address_at(builder, array.base, array.low), runtime_.word);
  bits.first = builder.CreateLShr(begin, Log2_64(access.size));
  all_.push_back(bits);
  return all_.back();
}

void ArrayBits::add(IRBuilder<>& builder, const Array& array, const MemoryAccess& access, Value* address,
                    std::uint64_t pattern) {
  const Bits& bits = bits_of(array, access);
  Value* element = builder.CreateLShr(builder.CreatePtrToInt(address, runtime_.word), Log2_64(access.size));
  Value* number = builder.CreateSub(element, bits.first);
  Value* before = builder.CreateLoad(runtime_.word, bits.variable);
  builder.CreateStore(builder.CreateOr(before, builder.CreateShl(builder.getInt64(pattern), number)), bits.variable);
}

void ArrayBits::report(const Bits& bits, BasicBlock& exit) {
  IRBuilder<> builder(&exit, exit.getFirstInsertionPt());
  builder.SetCurrentDebugLocation(location_of(bits.access));
  Value* all = builder.CreateLoad(runtime_.word, bits.variable);
  Instruction* then = SplitBlockAndInsertIfThen(builder.CreateIsNotNull(all), builder.GetInsertPoint(), false,
                                                MDBuilder(runtime_.context).createUnlikelyBranchWeights());
  builder.SetInsertPoint(then);
  builder.SetCurrentDebugLocation(location_of(bits.access));
  Value* begin = builder.CreateIntToPtr(builder.CreateShl(bits.first, Log2_64(bits.access.size)), runtime_.pointer);
  Value* what = builder.getInt32(size_and_kind(bits.access.size, bits.access.kind));
  pass::report(builder, runtime_.lanes, {begin, what, all, builder.getInt64(bits.site)})->addFnAttr(Attribute::Cold);
}

void ArrayBits::finish() {
  if (all_.empty()) return;
  std::vector<AllocaInst*> variables;
  for (const Bits& bits : all_) {
    for (BasicBlock* exit : exits_.find(bits.array.before)->second) report(bits, *exit);
    variables.push_back(bits.variable);
  }
  DominatorTree dominators(function_);
  PromoteMemToReg(variables, dominators);
  all_.clear();
}

}  // namespace fencepost::pass
