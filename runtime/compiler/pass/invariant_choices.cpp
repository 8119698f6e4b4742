#include "pass/invariant_choices.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace fencepost::pass {
namespace {

using namespace llvm;

// One node of a loop, where the ways from a branch above it meet again.
class Choice {
 public:
  Choice(PHINode& node, Loop& loop, BasicBlock& above)
      : node_(node), loop_(loop), above_(above), before_(loop.getLoopPreheader()->getTerminator()) {}

  // The same value in front of the loop; null: it is not known there.
  Value* in_front() {
    for (Value* value : node_.incoming_values()) {
      if (!can_be_known(value, kDeepest)) return nullptr;
    }
    // First without a change, because the ways may be too many.
    left_ = kMostSteps;
    if (!follow(above_, nullptr)) return nullptr;
    for (Value* value : node_.incoming_values()) {
      bool changed = false;
      loop_.makeLoopInvariant(value, changed, before_);
    }
    IRBuilder<> builder(before_);
    builder.SetCurrentDebugLocation(DebugLoc());
    left_ = kMostSteps;
    return follow(above_, &builder);
  }

 private:
  static constexpr int kDeepest = 8;
  static constexpr int kMostSteps = 24;

  // As makeLoopInvariant can, but asked beforehand.
  bool can_be_known(const Value* value, int depth) const {
    if (loop_.isLoopInvariant(value)) return true;
    const auto* instruction = cast<Instruction>(value);
    if (depth == 0 || isa<PHINode>(instruction) || instruction->mayReadFromMemory() || instruction->isEHPad() ||
        !isSafeToSpeculativelyExecute(instruction)) {
      return false;
    }
    return all_of(instruction->operands(), [&](const Value* operand) { return can_be_known(operand, depth - 1); });
  }

  // What the node is if `block` is reached. Without a builder: only whether that can be said (then any value).
  Value* follow(BasicBlock& block, IRBuilder<>* builder) {
    const auto* branch = dyn_cast<BranchInst>(block.getTerminator());
    if (branch == nullptr || !loop_.contains(&block) || left_-- == 0) return nullptr;
    const auto arrive = [&](BasicBlock* next) -> Value* {
      return next == node_.getParent() ? node_.getIncomingValueForBlock(&block) : follow(*next, builder);
    };
    if (branch->isUnconditional()) return arrive(branch->getSuccessor(0));
    Value* const condition = branch->getCondition();
    if (!loop_.isLoopInvariant(condition)) return nullptr;
    Value* const yes = arrive(branch->getSuccessor(0));
    Value* const no = yes != nullptr ? arrive(branch->getSuccessor(1)) : nullptr;
    if (no == nullptr || builder == nullptr || yes == no) return no;
    return builder->CreateSelect(condition, yes, no);
  }

  PHINode& node_;
  Loop& loop_;
  BasicBlock& above_;
  Instruction* const before_;
  int left_ = 0;
};

}  // namespace

bool take_out_invariant_choices(Function& function, const QuietLoops& quiet, LoopInfo& loops,
                                DominatorTree& dominators) {
  SmallVector<PHINode*, 16> nodes;
  for (Instruction& instruction : instructions(function)) {
    auto* node = dyn_cast<PHINode>(&instruction);
    if (node != nullptr && (node->getType()->isPointerTy() || node->getType()->isIntegerTy())) nodes.push_back(node);
  }
  bool changed = false;
  for (PHINode* node : nodes) {
    BasicBlock* const block = node->getParent();
    Loop* const loop = loops.getLoopFor(block);
    if (loop == nullptr || loop->getHeader() == block || loop->getLoopPreheader() == nullptr || !quiet.is_quiet(loop)) {
      continue;
    }
    Value* const known = Choice(*node, *loop, *dominators.getNode(block)->getIDom()->getBlock()).in_front();
    if (known == nullptr) continue;
    for (Loop* around = loop->getParentLoop(); around != nullptr; around = around->getParentLoop()) {
      bool moved = false;
      if (!quiet.is_quiet(around) || !around->makeLoopInvariant(known, moved)) break;
    }
    node->replaceAllUsesWith(known);
    node->eraseFromParent();
    changed = true;
  }
  return changed;
}

}  // namespace fencepost::pass
