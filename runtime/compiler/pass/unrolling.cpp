#include "pass/unrolling.h"

#include <cstdint>
#include <optional>

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

namespace fencepost::pass {
namespace {

using namespace llvm;

constexpr const char* kCount = "llvm.loop.unroll.count";
constexpr const char* kOurs = "fencepost.unroll";

StringRef name_of(const MDOperand& property) {
  const auto* node = dyn_cast_or_null<MDNode>(property.get());
  const auto* name =
      node != nullptr && node->getNumOperands() > 0 ? dyn_cast_or_null<MDString>(node->getOperand(0)) : nullptr;
  return name != nullptr ? name->getString() : StringRef();
}

// Nothing was asked for, and it runs to its end.
bool can_be_unrolled(const Loop& loop, ScalarEvolution& evolution) {
  const SCEV* taken = evolution.getBackedgeTakenCount(&loop);
  if (!loop.isInnermost() || !loop.isLoopSimplifyForm() || loop.getExitingBlock() == nullptr ||
      loop.getExitingBlock() != loop.getLoopLatch() || isa<SCEVCouldNotCompute>(taken) || isa<SCEVConstant>(taken)) {
    return false;
  }
  const MDNode* properties = loop.getLoopID();
  return properties == nullptr || none_of(drop_begin(properties->operands()), [](const MDOperand& property) {
           return name_of(property).starts_with("llvm.loop.unroll");
         });
}

// As computeUnrollCount of LLVM has it for loops whose number of rounds is not known.
std::uint64_t rounds_together(Loop& loop, ScalarEvolution& evolution, const TargetTransformInfo& target,
                              OptimizationRemarkEmitter& remarks) {
  constexpr int kLevel = 2;
  const TargetTransformInfo::UnrollingPreferences preferences =
      gatherUnrollingPreferences(&loop, evolution, target, nullptr, nullptr, remarks, kLevel, std::nullopt,
                                 std::nullopt, std::nullopt, std::nullopt, std::nullopt, std::nullopt);
  const SmallPtrSet<const Value*, 4> none;
  const UnrollCostEstimator estimator(&loop, target, none, preferences.BEInsns);
  if (!preferences.Runtime || !estimator.canUnroll()) return 1;
  std::uint64_t count = preferences.DefaultUnrollRuntimeCount;
  while (count > 1 &&
         estimator.getUnrolledLoopSize(preferences, static_cast<unsigned>(count)) > preferences.PartialThreshold) {
    count /= 2;
  }
  return count;
}

}  // namespace

void keep_unrolled(Loop& loop, ScalarEvolution& evolution, const TargetTransformInfo& target,
                   OptimizationRemarkEmitter& remarks) {
  if (loop.getHeader()->getParent()->hasOptSize() || !can_be_unrolled(loop, evolution)) return;
  const std::uint64_t count = rounds_together(loop, evolution, target, remarks);
  if (count < 2) return;
  addStringMetadataToLoop(&loop, kCount, static_cast<unsigned>(count));
  addStringMetadataToLoop(&loop, kOurs, 1);
}

void forget_unrolling(Function& function) {
  for (BasicBlock& block : function) {
    Instruction* const end = block.getTerminator();
    const MDNode* properties = end != nullptr ? end->getMetadata(LLVMContext::MD_loop) : nullptr;
    if (properties == nullptr ||
        none_of(drop_begin(properties->operands()), [](const MDOperand& one) { return name_of(one) == kOurs; })) {
      continue;
    }
    SmallVector<Metadata*, 4> left{nullptr};  // the first one is itself
    for (const MDOperand& one : drop_begin(properties->operands())) {
      if (name_of(one) != kOurs && name_of(one) != kCount) left.push_back(one.get());
    }
    MDNode* const without = MDNode::getDistinct(function.getContext(), left);
    without->replaceOperandWith(0, without);
    end->setMetadata(LLVMContext::MD_loop, without);
  }
}

}  // namespace fencepost::pass
