#include "pass/equal_values.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace fencepost::pass {
namespace {

using namespace llvm;

using Values = SmallSetVector<Instruction*, 4>;

// What comes in, if that is the same computation everywhere; else nothing.
Values equal_values(const PHINode& node) {
  Values values;
  for (Value* value : node.incoming_values()) {
    auto* one = dyn_cast<Instruction>(value);
    if (one == nullptr || isa<PHINode>(one) || one->mayReadOrWriteMemory() || !isSafeToSpeculativelyExecute(one) ||
        (!values.empty() && !one->isIdenticalToWhenDefined(values[0]))) {
      return {};
    }
    values.insert(one);
  }
  return values;
}

bool join(PHINode& node, DominatorTree& dominators) {
  const Values values = equal_values(node);
  if (values.size() < 2 || !dominators.isReachableFromEntry(node.getParent())) return false;
  Instruction* const end = dominators.getNode(node.getParent())->getIDom()->getBlock()->getTerminator();
  // What it is computed from cannot change between there and the node.
  const auto is_known = [&](const Value* operand) {
    const auto* instruction = dyn_cast<Instruction>(operand);
    return instruction == nullptr || dominators.dominates(instruction, end);
  };
  if (!all_of(values[0]->operands(), is_known)) return false;
  const auto above = find_if(values, [&](const Instruction* one) { return dominators.dominates(one, end); });
  Instruction* joined = above != values.end() ? *above : values[0]->clone();
  if (above == values.end()) {
    joined->insertBefore(end);
    joined->dropUBImplyingAttrsAndMetadata();
    joined->dropPoisonGeneratingMetadata();
  }
  for (Instruction* one : values) {
    joined->andIRFlags(one);
    joined->applyMergedLocation(joined->getDebugLoc(), one->getDebugLoc());
    if (one == joined || !dominators.dominates(joined, one)) continue;
    one->replaceAllUsesWith(joined);
    one->eraseFromParent();
  }
  node.replaceAllUsesWith(joined);
  node.eraseFromParent();
  return true;
}

}  // namespace

bool join_equal_values(Function& function, DominatorTree& dominators) {
  SmallVector<PHINode*, 16> nodes;
  for (Instruction& instruction : instructions(function)) {
    auto* node = dyn_cast<PHINode>(&instruction);
    if (node != nullptr && node->getNumIncomingValues() > 1 && node->getType()->isIntOrPtrTy()) nodes.push_back(node);
  }
  bool changed = false;
  for (PHINode* node : nodes) changed = join(*node, dominators) || changed;
  return changed;
}

}  // namespace fencepost::pass
