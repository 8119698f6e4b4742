#include "pass/places.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace fencepost::pass {
namespace {

using namespace llvm;

bool is_access(const Instruction& instruction) {
  return isa<LoadInst>(instruction) || isa<StoreInst>(instruction);
}
bool has_place(const Instruction& access) {
  return access.getDebugLoc() && access.getDebugLoc().getLine() != 0;
}

}  // namespace

void Places::keep(BasicBlock& block) {
  for (Instruction& access : block) {
    if (!is_access(access) || !has_place(access)) continue;
    kept_.push_back({&access, &block, getLoadStorePointerOperand(&access), access.getOpcode(), access.getDebugLoc()});
  }
}

void Places::keep(Function& function) {
  kept_.clear();
  around_.clear();
  function_ = &function;
  for (BasicBlock& block : function) keep(block);
}

void Places::keep(const Loop& loop) {
  kept_.clear();
  around_.clear();
  function_ = nullptr;
  for (BasicBlock* block : loop.blocks()) keep(*block);
  around_.emplace_back(loop.getLoopPreheader());
  SmallVector<BasicBlock*, 4> exits;
  loop.getUniqueExitBlocks(exits);
  around_.insert(around_.end(), exits.begin(), exits.end());
}

// An access that was made of others, which are gone: it is in the block after them, before the loop or after it.
DebugLoc Places::place_of_new(Instruction& access) const {
  const BasicBlock* const block = access.getParent();
  const Value* pointer = getLoadStorePointerOperand(&access);
  if (const auto* phi = dyn_cast<PHINode>(pointer); phi != nullptr && function_ == nullptr) {
    if (const Value* only = phi->hasConstantValue()) pointer = only;  // as it is called after the loop
  }
  for (const Kept& kept : kept_) {
    if (function_ == nullptr) {
      if (kept.pointer == pointer && kept.opcode == access.getOpcode()) return kept.place;
    } else if (kept.access == nullptr && kept.opcode == access.getOpcode() && kept.block != nullptr &&
               is_contained(predecessors(block), static_cast<Value*>(kept.block))) {
      return kept.place;
    }
  }
  return {};
}

void Places::give_back(BasicBlock& block) {
  for (Instruction& access : block) {
    if (!is_access(access) || has_place(access)) continue;
    if (DebugLoc place = place_of_new(access)) access.setDebugLoc(place);
  }
}

void Places::give_back() {
  for (const Kept& kept : kept_) {
    auto* access = dyn_cast_or_null<Instruction>(static_cast<Value*>(kept.access));
    if (access != nullptr && !has_place(*access)) access->setDebugLoc(kept.place);
  }
  if (function_ != nullptr) {
    for (BasicBlock& block : *function_) give_back(block);
  }
  for (const WeakVH& around : around_) {
    if (auto* block = dyn_cast_or_null<BasicBlock>(static_cast<Value*>(around))) give_back(*block);
  }
  kept_.clear();
  around_.clear();
  function_ = nullptr;  // it may be gone before the next one is kept
}

}  // namespace fencepost::pass
