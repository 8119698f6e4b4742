#include "pass/window_version.h"

#include <cstddef>
#include <cstdint>

#include "llvm/ADT/STLExtras.h"
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
  // The outermost loop before which its room is known, and within which its marks are.
  Loop* outermost_that_knows(const MarkedAccess& access) const {
    Loop* found = nullptr;
    for (Loop* loop = loops_.getLoopFor(access.leaves_room->getParent()); loop != nullptr;
         loop = loop->getParentLoop()) {
      const BasicBlock* before = loop->getLoopPreheader();
      if (before == nullptr || !dominators_.dominates(access.room, before->getTerminator()) ||
          (access.before != before->getTerminator() &&
           !dominators_.dominates(access.before, before->getTerminator()))) {
        break;
      }
      found = loop;
    }
    return found;
  }

  // The loop, or, if it is too large, the loops in it.
  void add(Loop* loop) {
    std::vector<MarkedAccess> within;
    for (const MarkedAccess& access : marked_) {
      if (loop->contains(access.leaves_room->getParent())) within.push_back(access);
    }
    if (within.empty()) return;
    if (is_small(*loop, within) && can_be_doubled(*loop)) return add_version(loop, within);
    const std::vector<Loop*> inner = loop->getSubLoops();
    for (Loop* one : inner) add(one);
  }

  // What is left if nothing is of interest does not count those blocks.
  std::size_t plain_size(const Loop& loop, const std::vector<MarkedAccess>& within) const {
    SetVector<const BasicBlock*> rare;
    for (const MarkedAccess& access : within) rare.insert(access.leaves_room->getSuccessor(0));
    std::size_t count = 0;
    for (const BasicBlock* block : loop.blocks()) {
      if (none_of(rare, [&](const BasicBlock* one) { return dominators_.dominates(one, block); }))
        count += block->size();
    }
    return count;
  }
  static std::size_t size_of(const Loop& loop) {
    std::size_t count = 0;
    for (const BasicBlock* block : loop.blocks()) count += block->size();
    return count;
  }
  bool is_small(const Loop& loop, const std::vector<MarkedAccess>& within) const {
    constexpr std::size_t kMostInstructions = 640;
    constexpr std::size_t kMostWithRare = 1600;
    const std::size_t size = size_of(loop);
    return size <= kMostInstructions || (size <= kMostWithRare && plain_size(loop, within) <= kMostPlain);
  }

  static bool can_be_doubled(const Loop& loop) {
    SmallVector<BasicBlock*, 4> exits;
    loop.getUniqueExitBlocks(exits);
    return loop.getLoopPreheader() != nullptr && loop.isSafeToClone() &&
           none_of(exits, [](const BasicBlock* exit) { return exit->isEHPad(); });
  }

  // Branches that are decided for good: with them go the registers that they need.
  struct Settled {
    SetVector<BranchInst*> never;
    SetVector<BranchInst*> always;
  };

  void add_version(Loop* loop, const std::vector<MarkedAccess>& within) {
    formLCSSARecursively(*loop, dominators_, &loops_, nullptr);
    BasicBlock* before = loop->getLoopPreheader();
    BasicBlock* other = SplitBlock(before, before->getTerminator(), &dominators_, &loops_);
    SetVector<Instruction*> rooms;
    for (const MarkedAccess& access : within) rooms.insert(access.room);
    // One of several is often the only one: the rest has no code for memory of interest then.
    Settled settled;
    const std::size_t costs = rooms.size() * size_of(*loop);
    if (rooms.size() > 1 && rooms.size() <= kMostRooms && plain_size(*loop, within) <= kMostPlain &&
        costs <= left_for_rooms_) {
      left_for_rooms_ -= costs;
      add_copies(loop, before, rooms.getArrayRef(), within, settled);
    } else {
      IRBuilder<> builder(before->getTerminator());
      builder.SetCurrentDebugLocation(DebugLoc());
      Value* any = nullptr;
      for (Instruction* room : rooms) {
        Value* is_none = builder.CreateIsNull(room);
        any = any == nullptr ? is_none : builder.CreateOr(any, is_none);
      }
      const auto enter = [&](BasicBlock* copy) {
        builder.CreateCondBr(any, copy, other);
        before->getTerminator()->eraseFromParent();
      };
      add_copy(loop, enter, within, rooms.size() == 1 ? rooms[0] : nullptr, settled);
    }
    for (const MarkedAccess& access : within) settle_none(access, settled);
    DomTreeUpdater updater(dominators_, DomTreeUpdater::UpdateStrategy::Eager);
    for (BranchInst* branch : settled.never) settle(branch, false, updater);
    for (BranchInst* branch : settled.always) settle(branch, true, updater);
  }

  // One for each room, and one for when several are none.
  void add_copies(Loop* loop, BasicBlock* before, ArrayRef<Instruction*> rooms, const std::vector<MarkedAccess>& within,
                  Settled& settled) {
    IRBuilder<> builder(before->getTerminator());
    builder.SetCurrentDebugLocation(DebugLoc());
    Value* which = builder.getInt32(0);
    for (const auto& [number, room] : enumerate(rooms)) {
      Value* is_none = builder.CreateZExt(builder.CreateIsNull(room), builder.getInt32Ty());
      which = builder.CreateOr(which, builder.CreateShl(is_none, number));
    }
    SwitchInst* choice = builder.CreateSwitch(which, loop->getLoopPreheader());
    choice->addCase(builder.getInt32(0), loop->getLoopPreheader());
    before->getTerminator()->eraseFromParent();
    for (const auto& [number, room] : enumerate(rooms)) {
      ConstantInt* only_this = builder.getInt32(1u << number);
      add_copy(loop, [&](BasicBlock* copy) { choice->addCase(only_this, copy); }, within, room, settled);
    }
    add_copy(loop, [&](BasicBlock* copy) { choice->setDefaultDest(copy); }, within, nullptr, settled);
  }

  static void settle_none(const MarkedAccess& access, Settled& settled) {
    if (access.has_mark != nullptr) settled.never.insert(access.has_mark);
    if (access.is_of_array) settled.never.insert(access.leaves_room);
  }

  // For when only that room is none (null: any of them may be). enter(its beginning) makes the way there.
  void add_copy(Loop* loop, function_ref<void(BasicBlock*)> enter, const std::vector<MarkedAccess>& within,
                const Instruction* only, Settled& settled) {
    BasicBlock* other = loop->getLoopPreheader();
    ValueToValueMapTy copies;
    SmallVector<BasicBlock*, 16> blocks;
    cloneLoopWithPreheader(other, other->getUniquePredecessor(), loop, copies, ".window", &loops_, &dominators_,
                           blocks);
    remapInstructionsInBlocks(blocks, copies);
    enter(cast<BasicBlock>(copies[other]));
    join_exits(*loop, copies);
    DomTreeUpdater(dominators_, DomTreeUpdater::UpdateStrategy::Eager).applyUpdates(edges_to_exits(*loop, copies));
    for (const MarkedAccess& access : within) {
      const MarkedAccess copy{cast<BranchInst>(copies[access.leaves_room]),
                              access.has_mark != nullptr ? cast<BranchInst>(copies[access.has_mark]) : nullptr,
                              access.room, access.is_of_array, nullptr};
      if (only != nullptr && access.room != only) {
        settle_none(copy, settled);
        continue;
      }
      if (only != nullptr) settled.always.insert(copy.leaves_room);
      if (copy.has_mark == nullptr) continue;
      copy.has_mark->setMetadata(LLVMContext::MD_prof, MDBuilder(function_.getContext()).createLikelyBranchWeights());
    }
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

  static constexpr std::size_t kMostRooms = 3;
  static constexpr std::size_t kMostPlain = 320;  // instructions
  std::size_t left_for_rooms_ = 4096;             // of the function, in copies for one room

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
