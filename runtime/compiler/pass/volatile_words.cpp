#include "pass/volatile_words.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "pass/checks.h"
#include "pass/local_memory.h"
#include "pass/runtime.h"

namespace fencepost::pass {

using namespace llvm;

bool is_volatile_word(const Instruction& instruction) {
  const auto* load = dyn_cast<LoadInst>(&instruction);
  const auto* store = dyn_cast<StoreInst>(&instruction);
  if (load == nullptr && store == nullptr) return false;
  if (!(load != nullptr ? load->isVolatile() : store->isVolatile()) || instruction.isAtomic() ||
      instruction.hasMetadata(LLVMContext::MD_nosanitize))
    return false;
  const Type* type = load != nullptr ? load->getType() : store->getValueOperand()->getType();
  if (!type->isPointerTy() && !(type->isIntegerTy() && type->getIntegerBitWidth() <= 64)) return false;
  const Value* object = getUnderlyingObject(getLoadStorePointerOperand(&instruction), /*MaxLookup=*/0);
  return !is_own_object(object);
}

void add_volatile_order(Function& function, Runtime& runtime) {
  SmallVector<Instruction*, 4> words;
  for (Instruction& instruction : instructions(function)) {
    if (is_volatile_word(instruction)) words.push_back(&instruction);
  }
  for (Instruction* word : words) {
    IRBuilder<> builder(word);
    builder.SetCurrentDebugLocation(location_of({word, getLoadStorePointerOperand(word)}));
    builder.CreateCall(isa<LoadInst>(word) ? runtime.volatile_load : runtime.volatile_store,
                       {getLoadStorePointerOperand(word)});
  }
}

}  // namespace fencepost::pass
