#include "pass/promotions.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

namespace fencepost::pass {
namespace {

using namespace llvm;

// Blocks that are executed whenever the loop is entered: every path from its beginning to an exit, or back to the
// beginning, leads through them.
class SureBlocks {
 public:
  explicit SureBlocks(const Loop& loop) : loop_(loop) {}

  bool contains(const BasicBlock* block) {
    const auto [at, added] = known_.try_emplace(block, false);
    if (added) at->second = block == loop_.getHeader() || !can_be_avoided(block);
    return at->second;
  }

 private:
  bool can_be_avoided(const BasicBlock* block) const {
    SmallPtrSet<const BasicBlock*, 32> seen;
    SmallVector<const BasicBlock*, 32> open;
    open.push_back(loop_.getHeader());
    while (!open.empty()) {
      const BasicBlock* at = open.pop_back_val();
      if (!seen.insert(at).second) continue;
      for (const BasicBlock* next : successors(at)) {
        if (next == block) continue;
        if (!loop_.contains(next) || next == loop_.getHeader()) return true;
        open.push_back(next);
      }
    }
    return false;
  }

  const Loop& loop_;
  DenseMap<const BasicBlock*, bool> known_;
};

}  // namespace

void HeldStores::hold(const Loop& loop) {
  SmallVector<StoreInst*, 8> stores;
  SmallVector<LoadInst*, 16> loads;
  for (BasicBlock* block : loop.blocks()) {
    for (Instruction& instruction : *block) {
      auto* store = dyn_cast<StoreInst>(&instruction);
      if (store != nullptr && store->isUnordered() && loop.isLoopInvariant(store->getPointerOperand())) {
        stores.push_back(store);
      }
      auto* load = dyn_cast<LoadInst>(&instruction);
      if (load != nullptr && loop.isLoopInvariant(load->getPointerOperand())) loads.push_back(load);
    }
  }
  if (stores.empty()) return;
  SureBlocks sure(loop);
  SmallPtrSet<const Value*, 8> accessed;
  for (const StoreInst* store : stores) {
    if (sure.contains(store->getParent())) accessed.insert(store->getPointerOperand());
  }
  for (const LoadInst* load : loads) {
    if (sure.contains(load->getParent())) accessed.insert(load->getPointerOperand());
  }
  for (StoreInst* store : stores) {
    if (accessed.contains(store->getPointerOperand())) continue;
    store->setVolatile(true);
    held_.emplace_back(store);
  }
}

void HeldStores::release() {
  for (const WeakVH& held : held_) {
    if (auto* store = dyn_cast_or_null<StoreInst>(static_cast<Value*>(held))) store->setVolatile(false);
  }
  held_.clear();
}

}  // namespace fencepost::pass
