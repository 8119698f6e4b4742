#include "pass/window_version.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

namespace fencepost::pass {
namespace {

using namespace llvm;

class Versions {
 public:
  Versions(Function& function, const std::vector<MarkedAccess>& marked)
      : function_(function), marked_(marked), dominators_(function), loops_(dominators_) {}

  void add() {
    SetVector<Loop*> outermost;
    for (const MarkedAccess& access : marked_) {
      if (Loop* loop = outermost_that_knows(access)) outermost.insert(loop);
    }
    for (Loop* loop : outermost) add(loop);
    removeUnreachableBlocks(function_);
  }

 private:
  // The outermost loop before which its room is known.
  Loop* outermost_that_knows(const MarkedAccess& access) const {
    Loop* found = nullptr;
    for (Loop* loop = loops_.getLoopFor(access.has_mark->getParent()); loop != nullptr; loop = loop->getParentLoop()) {
      const BasicBlock* before = loop->getLoopPreheader();
      if (before == nullptr || !dominators_.dominates(access.room, before->getTerminator())) break;
      found = loop;
    }
    return found;
  }

  // The loop, or, if it is too large, the loops in it.
  void add(Loop* loop) {
    std::vector<MarkedAccess> within;
    for (const MarkedAccess& access : marked_) {
      if (loop->contains(access.has_mark->getParent())) within.push_back(access);
    }
    if (within.empty()) return;
    if (is_small(*loop) && can_be_doubled(*loop)) return add_version(loop, within);
    const std::vector<Loop*> inner = loop->getSubLoops();
    for (Loop* one : inner) add(one);
  }

  static bool is_small(const Loop& loop) {
    constexpr std::size_t kMostInstructions = 640;
    std::size_t count = 0;
    for (const BasicBlock* block : loop.blocks()) count += block->size();
    return count <= kMostInstructions;
  }

  static bool can_be_doubled(const Loop& loop) {
    SmallVector<BasicBlock*, 4> exits;
    loop.getUniqueExitBlocks(exits);
    return loop.getLoopPreheader() != nullptr && loop.isSafeToClone() &&
           none_of(exits, [](const BasicBlock* exit) { return exit->isEHPad(); });
  }

  void add_version(Loop* loop, const std::vector<MarkedAccess>& within) {
    formLCSSARecursively(*loop, dominators_, &loops_, nullptr);
    BasicBlock* before = loop->getLoopPreheader();
    BasicBlock* other = SplitBlock(before, before->getTerminator(), &dominators_, &loops_);
    ValueToValueMapTy copies;
    SmallVector<BasicBlock*, 16> blocks;
    cloneLoopWithPreheader(other, before, loop, copies, ".window", &loops_, &dominators_, blocks);
    remapInstructionsInBlocks(blocks, copies);

    IRBuilder<> builder(before->getTerminator());
    builder.SetCurrentDebugLocation(DebugLoc());
    Value* any = nullptr;
    SetVector<Instruction*> rooms;
    for (const MarkedAccess& access : within) rooms.insert(access.room);
    for (Instruction* room : rooms) {
      Value* is_none = builder.CreateIsNull(room);
      any = any == nullptr ? is_none : builder.CreateOr(any, is_none);
    }
    builder.CreateCondBr(any, cast<BasicBlock>(copies[other]), other);
    before->getTerminator()->eraseFromParent();
    join_exits(*loop, copies);
    DomTreeUpdater updater(dominators_, DomTreeUpdater::UpdateStrategy::Eager);
    updater.applyUpdates(edges_to_exits(*loop, copies));

    // Decides each branch for good: with the branch go the registers that it needs.
    SetVector<BranchInst*> never;
    SetVector<BranchInst*> always;
    for (const MarkedAccess& access : within) {
      never.insert(access.has_mark);
      if (access.is_of_array) never.insert(access.leaves_room);
      if (rooms.size() == 1) always.insert(cast<BranchInst>(copies[access.leaves_room]));
      cast<BranchInst>(copies[access.has_mark])
          ->setMetadata(LLVMContext::MD_prof, MDBuilder(function_.getContext()).createLikelyBranchWeights());
    }
    for (BranchInst* branch : never) settle(branch, false, updater);
    for (BranchInst* branch : always) settle(branch, true, updater);
  }

  void settle(BranchInst* branch, bool condition, DomTreeUpdater& updater) {
    Value* asked = branch->getCondition();
    branch->setCondition(ConstantInt::getBool(function_.getContext(), condition));
    RecursivelyDeleteTriviallyDeadInstructions(asked);
    ConstantFoldTerminator(branch->getParent(), /*DeleteDeadConditions=*/false, nullptr, &updater);
  }

  // The edges of the copy, which the tree of dominators does not know yet.
  static SmallVector<DominatorTree::UpdateType, 8> edges_to_exits(const Loop& loop, ValueToValueMapTy& copies) {
    SmallVector<Loop::Edge, 8> edges;
    loop.getExitEdges(edges);
    SmallVector<DominatorTree::UpdateType, 8> added;
    for (const auto& [from, exit] : edges) {
      added.push_back({DominatorTree::Insert, cast<BasicBlock>(copies[from]), exit});
    }
    return added;
  }

  static void join_exits(const Loop& loop, ValueToValueMapTy& copies) {
    SmallVector<BasicBlock*, 4> exits;
    loop.getUniqueExitBlocks(exits);
    for (BasicBlock* exit : exits) {
      for (PHINode& phi : exit->phis()) {
        for (unsigned i = 0, count = phi.getNumIncomingValues(); i < count; ++i) {
          BasicBlock* from = phi.getIncomingBlock(i);
          if (!loop.contains(from)) continue;
          Value* value = phi.getIncomingValue(i);
          const auto copy = copies.find(value);
          phi.addIncoming(copy != copies.end() ? static_cast<Value*>(copy->second) : value,
                          cast<BasicBlock>(copies[from]));
        }
      }
    }
  }

  Function& function_;
  const std::vector<MarkedAccess>& marked_;
  DominatorTree dominators_;
  LoopInfo loops_;
};

}  // namespace

void add_window_versions(Function& function, const std::vector<MarkedAccess>& marked) {
  if (!marked.empty()) Versions(function, marked).add();
}

}  // namespace fencepost::pass
