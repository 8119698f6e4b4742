#include "pass/local_memory.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

namespace fencepost::pass {

using namespace llvm;

bool is_own_object(const Value* object) {
  return (isa<AllocaInst>(object) || isNoAliasCall(object)) &&
         !PointerMayBeCaptured(object, /*ReturnCaptures=*/true, /*StoreCaptures=*/true, /*MaxUsesToExplore=*/500);
}

namespace {

constexpr int kDeepest = 4;  // calls

// Whether a variable of this file is used in another way than by loading and storing it.
bool address_escapes(const GlobalVariable* variable) {
  SmallVector<const Value*, 16> work = {variable};
  SmallPtrSet<const Value*, 16> visited;
  while (!work.empty()) {
    const Value* value = work.pop_back_val();
    if (!visited.insert(value).second) continue;
    if (visited.size() > 1000) return true;
    for (const Use& use : value->uses()) {
      const User* user = use.getUser();
      if (isa<LoadInst>(user) || isa<ICmpInst>(user)) continue;
      if (const auto* store = dyn_cast<StoreInst>(user)) {
        if (store->getPointerOperand() == value && store->getValueOperand() != value) continue;
        return true;
      }
      if (const auto* intrinsic = dyn_cast<MemIntrinsic>(user)) {
        (void)intrinsic;
        continue;
      }
      if (isa<GEPOperator>(user) || isa<PHINode>(user) || isa<SelectInst>(user)) {
        work.push_back(user);
        continue;
      }
      return true;
    }
  }
  return false;
}

bool is_callers_own(const Argument* argument, int depth);

bool is_local(const Value* object, int depth) {
  if (is_own_object(object)) return true;
  if (const auto* argument = dyn_cast<Argument>(object)) {
    if (argument->hasByValAttr()) return !PointerMayBeCaptured(object, true, true);
    return depth < kDeepest && is_callers_own(argument, depth);
  }
  if (const auto* variable = dyn_cast<GlobalVariable>(object)) {
    return variable->hasLocalLinkage() && !address_escapes(variable);
  }
  return false;
}

// A parameter of a function that only this file calls, each time with memory of the caller's own. It is the caller's
// own because nobody keeps the pointer, here or further down.
bool is_callers_own(const Argument* argument, int depth) {
  const Function* function = argument->getParent();
  if (!function->hasLocalLinkage() || function->use_empty()) return false;
  return all_of(function->uses(), [&](const Use& use) {
    const auto* call = dyn_cast<CallBase>(use.getUser());
    if (call == nullptr || !call->isCallee(&use) || call->arg_size() != function->arg_size()) return false;
    const Value* given = getUnderlyingObject(call->getArgOperand(argument->getArgNo()), /*MaxLookup=*/0);
    return given == argument || is_local(given, depth + 1);
  });
}

}  // namespace

bool LocalMemory::holds(const Value* address) {
  const Value* object = getUnderlyingObject(address, /*MaxLookup=*/0);
  const auto known = known_.find(object);
  if (known != known_.end()) return known->second;
  const bool answer = is_local(object, 0);
  known_[object] = answer;
  return answer;
}

}  // namespace fencepost::pass
