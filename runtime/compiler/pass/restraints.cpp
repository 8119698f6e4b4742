#include "pass/restraints.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "pass/choices.h"
#include "pass/places.h"
#include "pass/promotions.h"
#include "pass/unrolling.h"

namespace fencepost::pass {
namespace {

using namespace llvm;

constexpr const char* kNoNewLoads = "fencepost-no-new-loads";

// In functions that ThreadSanitizer is to instrument, the optimizer adds no unneeded loads.
void forbid_new_loads(Function& function) {
  if (function.isDeclaration() || function.hasFnAttribute(Attribute::SanitizeThread)) return;
  function.addFnAttr(Attribute::SanitizeThread);
  function.addFnAttr(kNoNewLoads);
}

Function* restrained(const Any& unit) {
  const auto* function = any_cast<const Function*>(&unit);
  const bool ours = function != nullptr && (*function)->hasFnAttribute(kNoNewLoads);
  return ours ? const_cast<Function*>(*function) : nullptr;
}

bool forgets_places(StringRef pass) {
  return pass == "LICMPass" || pass == "InstCombinePass" || pass == "SimplifyCFGPass" ||
         pass == "MergedLoadStoreMotionPass";
}

}  // namespace

PreservedAnalyses RestrainOptimizer::run(Function& function, FunctionAnalysisManager&) {
  forbid_new_loads(function);
  // Every call returns to its own line, even if another branch has an equal call. (Tail calls: the wrapper's option.)
  for (Instruction& instruction : instructions(function)) {
    auto* call = dyn_cast<CallBase>(&instruction);
    if (call == nullptr || call->isInlineAsm() || (isa<IntrinsicInst>(call) && !isa<MemIntrinsic>(call))) continue;
    call->addFnAttr(Attribute::NoMerge);
  }
  return PreservedAnalyses::all();
}

void restrain(PassInstrumentationCallbacks& passes) {
  // This pass makes callers load what the called function may need.
  passes.registerShouldRunOptionalPassCallback(
      [](StringRef pass, const Any&) { return pass != "ArgumentPromotionPass"; });

  static Places places;
  static HeldStores stores;
  passes.registerBeforeNonSkippedPassCallback([](StringRef pass, const Any& unit) {
    if (const auto* function = any_cast<const Function*>(&unit);
        function != nullptr && pass == "WarnMissedTransformationsPass") {
      return forget_unrolling(const_cast<Function&>(**function));
    }
    if (!forgets_places(pass)) return;
    if (Function* function = restrained(unit)) places.keep(*function);
    const auto* loop = any_cast<const Loop*>(&unit);
    if (loop == nullptr || !(*loop)->getHeader()->getParent()->hasFnAttribute(kNoNewLoads)) return;
    places.keep(**loop);
    stores.hold(**loop);
  });
  passes.registerAfterPassCallback([](StringRef pass, const Any& unit, const PreservedAnalyses&) {
    stores.release();
    if (forgets_places(pass)) places.give_back();
    if (pass != "InstCombinePass" && pass != "SROAPass") return;
    if (Function* function = restrained(unit)) load_only_the_chosen(*function);
  });
  passes.registerAfterPassInvalidatedCallback([](StringRef pass, const PreservedAnalyses&) {
    stores.release();
    if (forgets_places(pass)) places.give_back();
  });
}

void release(Function& function) {
  if (!function.hasFnAttribute(kNoNewLoads)) return;
  function.removeFnAttr(Attribute::SanitizeThread);
  function.removeFnAttr(kNoNewLoads);
}

}  // namespace fencepost::pass
