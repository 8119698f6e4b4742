#include "pass/choices.h"

#include <algorithm>
#include <memory>

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace fencepost::pass {
namespace {

using namespace llvm;

// Moves a choice, with what it depends on, back to after the loads that it chooses from, if it was sunk to where its
// result is used.
class Return {
 public:
  explicit Return(Function& function) : function_(function) {}

  void to_loads(SelectInst& choice) {
    Instruction* const first = load_elsewhere(choice, choice.getTrueValue());
    Instruction* const second = load_elsewhere(choice, choice.getFalseValue());
    if (first == nullptr && second == nullptr) return;
    Instruction* last = first != nullptr ? first : second;
    if (first != nullptr && second != nullptr) {
      if (first->getParent() != second->getParent()) return;
      if (last->comesBefore(second)) last = second;
    }
    if (!dominators_) dominators_ = std::make_unique<DominatorTree>(function_);
    SmallVector<Instruction*, 8> moved;
    if (!dominators_->dominates(last, &choice) || !can_stand(&choice, last, moved, kDeepest)) return;
    Instruction* const next = last->getNextNode();
    for (Instruction* one : moved) one->moveBefore(next);
  }

 private:
  static constexpr int kDeepest = 6;

  static Instruction* load_elsewhere(const SelectInst& choice, Value* value) {
    auto* load = dyn_cast<LoadInst>(value);
    const bool elsewhere = load != nullptr && load->hasOneUse() && load->getParent() != choice.getParent();
    return elsewhere ? load : nullptr;
  }

  // Whether it can come after `last`, with what must come there as well, in this order.
  bool can_stand(Instruction* what, const Instruction* last, SmallVector<Instruction*, 8>& moved, int depth) const {
    if (is_contained(moved, what)) return true;
    if (depth == 0 || isa<PHINode>(what) || what->mayReadOrWriteMemory() || !isSafeToSpeculativelyExecute(what)) {
      return false;
    }
    for (Value* operand : what->operands()) {
      auto* instruction = dyn_cast<Instruction>(operand);
      if (instruction == nullptr || instruction == last || dominators_->dominates(instruction, last)) continue;
      if (!can_stand(instruction, last, moved, depth - 1)) return false;
    }
    moved.push_back(what);
    return true;
  }

  Function& function_;
  std::unique_ptr<DominatorTree> dominators_;
};

// `value` as a load that only `choice` uses, made together with it from one load: then both are at that load's place in
// the source. Null if it is not one, or if memory is written in between.
LoadInst* made_for(SelectInst& choice, Value* value) {
  auto* load = dyn_cast<LoadInst>(value);
  if (load == nullptr || !load->isSimple() || !load->hasOneUse() || load->getParent() != choice.getParent() ||
      load->getPointerAddressSpace() != 0 || load->getDebugLoc() != choice.getDebugLoc()) {
    return nullptr;
  }
  for (const Instruction* next = load; next != &choice; next = next->getNextNode()) {
    if (next->mayWriteToMemory()) return nullptr;
  }
  return load;
}

// What is loaded instead if the choice is a value that is there already.
Value* nothing_of(Type* type, Align alignment, Module& module) {
  auto* variable =
      new GlobalVariable(module, type, /*isConstant=*/true, GlobalValue::PrivateLinkage, Constant::getNullValue(type));
  variable->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  variable->setAlignment(alignment);
  return variable;
}

// Lane by lane, for a masked load of memory that may be loaded as a whole.
bool load_chosen_lanes(SelectInst& choice) {
  LoadInst* const load = made_for(choice, choice.getTrueValue());
  if (load == nullptr || !isa<FixedVectorType>(choice.getType())) return false;
  IRBuilder<> builder(&choice);
  choice.replaceAllUsesWith(builder.CreateMaskedLoad(choice.getType(), load->getPointerOperand(), load->getAlign(),
                                                     choice.getCondition(), choice.getFalseValue()));
  choice.eraseFromParent();
  load->eraseFromParent();
  return true;
}

bool load_chosen(SelectInst& choice) {
  if (choice.getCondition()->getType()->isVectorTy()) return load_chosen_lanes(choice);
  LoadInst* const first = made_for(choice, choice.getTrueValue());
  LoadInst* const second = made_for(choice, choice.getFalseValue());
  if ((first == nullptr && second == nullptr) || first == second) return false;
  Type* const type = choice.getType();
  Align alignment = first != nullptr ? first->getAlign() : second->getAlign();
  if (first != nullptr && second != nullptr) alignment = std::min(first->getAlign(), second->getAlign());
  const auto address_of = [&](LoadInst* load) {
    return load != nullptr ? load->getPointerOperand() : nothing_of(type, alignment, *choice.getModule());
  };
  IRBuilder<> builder(&choice);  // with its place in the source
  Value* const address = builder.CreateSelect(choice.getCondition(), address_of(first), address_of(second));
  LoadInst* const chosen = builder.CreateAlignedLoad(type, address, alignment);
  if (first != nullptr && second != nullptr) {
    choice.replaceAllUsesWith(chosen);
    choice.eraseFromParent();
  } else if (first != nullptr) {
    choice.setTrueValue(chosen);
  } else {
    choice.setFalseValue(chosen);
  }
  if (first != nullptr) first->eraseFromParent();
  if (second != nullptr) second->eraseFromParent();
  return true;
}

}  // namespace

bool load_only_the_chosen(Function& function) {
  SmallVector<SelectInst*, 16> choices;
  for (Instruction& instruction : instructions(function)) {
    if (auto* choice = dyn_cast<SelectInst>(&instruction)) choices.push_back(choice);
  }
  Return back(function);
  bool changed = false;
  for (SelectInst* choice : choices) {
    back.to_loads(*choice);
    changed = load_chosen(*choice) || changed;
  }
  return changed;
}

}  // namespace fencepost::pass
