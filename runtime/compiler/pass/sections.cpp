#include "pass/sections.h"

#include <cstdint>

#include "contract/accesses.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace fencepost::pass {
namespace {

using namespace llvm;

// Of ident_t, the place of a construct: its second word, and KMP_IDENT_WORK_SECTIONS.
constexpr unsigned kFlags = 1;
constexpr std::uint64_t kOfSections = 0x400;

bool calls(const Instruction& instruction, StringRef prefix) {
  const auto* call = dyn_cast<CallBase>(&instruction);
  const Function* called = call != nullptr ? call->getCalledFunction() : nullptr;
  return called != nullptr && called->getName().starts_with(prefix);
}

GlobalVariable* place_of(const CallBase& call) {
  auto* place = dyn_cast<GlobalVariable>(call.getArgOperand(0)->stripPointerCasts());
  return place != nullptr && place->hasInitializer() && isa<ConstantStruct>(place->getInitializer()) ? place : nullptr;
}

const ConstantInt* flags_of(const GlobalVariable& place) {
  return dyn_cast_or_null<ConstantInt>(place.getInitializer()->getAggregateElement(kFlags));
}

bool says_sections(const CallBase& call) {
  const GlobalVariable* place = place_of(call);
  const ConstantInt* flags = place != nullptr ? flags_of(*place) : nullptr;
  return flags != nullptr && (flags->getZExtValue() & kOfSections) != 0;
}

// The loop that the runtime divides.
struct SectionLoop {
  CallBase* begin = nullptr;
  SwitchInst* choice = nullptr;         // of the section
  SmallVector<CallBase*, 2> ends;       // of the loop
  bool does_nothing_before_it = false;  // but compute which one
};

// From the call on, but not into the sections.
SectionLoop loop_after(CallBase& begin) {
  SectionLoop loop{.begin = &begin, .does_nothing_before_it = true};
  SmallPtrSet<BasicBlock*, 16> seen;
  SmallVector<Instruction*, 16> next = {begin.getNextNode()};
  while (!next.empty()) {
    Instruction* first = next.pop_back_val();
    for (Instruction* one = first; one != nullptr; one = one->getNextNode()) {
      if (calls(*one, "__kmpc_for_static_fini")) {
        loop.ends.push_back(cast<CallBase>(one));
        break;
      }
      if (auto* choice = dyn_cast<SwitchInst>(one); choice != nullptr && loop.choice == nullptr) {
        loop.choice = choice;
        break;
      }
      if (isa<SwitchInst>(one)) break;
      if (isa<CallBase>(one) || isa<StoreInst>(one)) loop.does_nothing_before_it = false;
      if (!one->isTerminator()) continue;
      for (BasicBlock* successor : successors(one)) {
        if (seen.insert(successor).second) next.push_back(&successor->front());
      }
    }
  }
  return loop;
}

// The number of the last section, as it is stored before the call; -1: not a constant.
std::int64_t last_number(const CallBase& begin) {
  constexpr unsigned kUpper = 5;
  const Value* upper = begin.getArgOperand(kUpper);
  for (const Instruction* one = begin.getPrevNode(); one != nullptr; one = one->getPrevNode()) {
    const auto* store = dyn_cast<StoreInst>(one);
    if (store == nullptr || store->getPointerOperand() != upper) continue;
    const auto* last = dyn_cast<ConstantInt>(store->getValueOperand());
    return last != nullptr ? last->getSExtValue() : -1;
  }
  return -1;
}

// The form of flang's sections: the cases are all numbers of the loop, and the body begins with the choice. A loop of
// the program stores its variable first.
bool looks_like_sections(const SectionLoop& loop) {
  if (!loop.does_nothing_before_it || loop.choice == nullptr) return false;
  const std::int64_t last = last_number(*loop.begin);
  if (last < 0 || loop.choice->getNumCases() != static_cast<unsigned>(last) + 1) return false;
  return all_of(loop.choice->cases(), [&](const auto& one) {
    const std::int64_t number = one.getCaseValue()->getSExtValue();
    return number >= 0 && number <= last;
  });
}

// The loop gets a place of its own, with the flag.
void say_sections(const SectionLoop& loop, Module& module) {
  const GlobalVariable* place = place_of(*loop.begin);
  const ConstantInt* flags = place != nullptr ? flags_of(*place) : nullptr;
  if (flags == nullptr) return;
  const auto* value = cast<ConstantStruct>(place->getInitializer());
  SmallVector<Constant*, 5> words;
  for (unsigned i = 0; i < value->getNumOperands(); ++i) words.push_back(value->getOperand(i));
  words[kFlags] = ConstantInt::get(flags->getType(), flags->getZExtValue() | kOfSections);
  auto* own = new GlobalVariable(module, place->getValueType(), true, GlobalValue::PrivateLinkage,
                                 ConstantStruct::get(value->getType(), words));
  own->setAlignment(place->getAlign());
  loop.begin->setArgOperand(0, own);
  for (CallBase* end : loop.ends) end->setArgOperand(0, own);
}

}  // namespace

PreservedAnalyses MarkSections::run(Module& module, ModuleAnalysisManager&) {
  SmallVector<SectionLoop, 4> found;
  for (Function& function : module) {
    for (Instruction& instruction : instructions(function)) {
      if (!calls(instruction, "__kmpc_for_static_init_4")) continue;
      const SectionLoop loop = loop_after(cast<CallBase>(instruction));
      const bool said = says_sections(*loop.begin);
      if (loop.choice == nullptr || loop.ends.empty() || !(said || looks_like_sections(loop))) continue;
      if (!said) say_sections(loop, module);
      found.push_back(loop);
    }
  }
  if (found.empty()) return PreservedAnalyses::all();
  FunctionCallee begins =
      module.getOrInsertFunction(contract::kSection, FunctionType::get(Type::getVoidTy(module.getContext()), false));
  auto* declared = cast<Function>(begins.getCallee());
  declared->setVisibility(GlobalValue::HiddenVisibility);
  declared->setDoesNotThrow();
  for (const SectionLoop& loop : found) {
    IRBuilder<> builder(loop.choice);
    builder.CreateCall(begins);
  }
  return PreservedAnalyses::none();
}

}  // namespace fencepost::pass
