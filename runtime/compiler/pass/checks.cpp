#include "pass/checks.h"

#include <cstddef>

#include "hook_table/table.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace fencepost::pass {

using namespace llvm;

DebugLoc location_of(const MemoryAccess& access) {
  if (const DebugLoc& location = access.instruction->getDebugLoc()) return location;
  // A call without a location in a function that has one would be refused when that is inlined.
  if (DISubprogram* subprogram = access.instruction->getFunction()->getSubprogram()) {
    return DILocation::get(subprogram->getContext(), 0, 0, subprogram);
  }
  return {};
}

Value* address_at(IRBuilder<>& builder, Value* base, std::int64_t distance) {
  return distance == 0
             ? base
             : builder.CreateGEP(builder.getInt8Ty(), base, builder.getInt64(static_cast<std::uint64_t>(distance)));
}

Value* kept_here(IRBuilder<>& builder, Value* value) {
  Type* const type = value->getType();
  InlineAsm* const nothing =
      InlineAsm::get(FunctionType::get(type, {type}, /*isVarArg=*/false), "", "=r,0", /*hasSideEffects=*/true);
  CallInst* const same = builder.CreateCall(nothing, {value});
  same->setDoesNotThrow();
  return same;
}

Instruction* if_not(Value* condition, Instruction* before) {
  IRBuilder<> builder(before);
  return SplitBlockAndInsertIfThen(builder.CreateNot(condition), before->getIterator(), /*Unreachable=*/false,
                                   MDBuilder(before->getContext()).createUnlikelyBranchWeights());
}

namespace {

Value* load_field(IRBuilder<>& builder, const Runtime& runtime, Type* type, std::size_t offset) {
  Value* address = builder.CreateConstInBoundsGEP1_64(runtime.byte, runtime.table, offset);
  LoadInst* load = builder.CreateAlignedLoad(type, address, Align(8));
  load->setAtomic(AtomicOrdering::Monotonic);
  load->setMetadata(LLVMContext::MD_nosanitize, MDNode::get(runtime.context, {}));
  return load;
}

}  // namespace

Table load_table(const Runtime& runtime, Instruction* before) {
  IRBuilder<> builder(before);
  builder.SetCurrentDebugLocation(DebugLoc());
  Table table;
  // The mask first, see hook_table/table.h.
  table.mask = load_field(builder, runtime, runtime.word, offsetof(fencepost_hooks, mask));
  table.shadow = load_field(builder, runtime, runtime.pointer, offsetof(fencepost_hooks, shadow));
  return table;
}

Value* page_of(IRBuilder<>& builder, Value* address) {
  return builder.CreateLShr(address, FENCEPOST_HOOKS_PAGE_SHIFT);
}

LoadInst* state_of(IRBuilder<>& builder, const Runtime& runtime, const Table& table, Value* page) {
  Value* place = builder.CreateGEP(runtime.byte, table.shadow, builder.CreateAnd(page, table.mask));
  LoadInst* state = builder.CreateAlignedLoad(runtime.byte, place, Align(1));
  state->setMetadata(LLVMContext::MD_nosanitize, MDNode::get(runtime.context, {}));
  return state;
}

// From the byte of the map with the unit of `address` on, as far as the extent may reach. If the page's byte has
// changed meanwhile, the map may be another page's.
Value* is_mapped(IRBuilder<>& builder, const Runtime& runtime, const Table& table, Value* address, Value* state,
                 Extent extent) {
  Value* maps = load_field(builder, runtime, runtime.pointer, offsetof(fencepost_hooks, page_maps));
  Value* in_page = builder.CreateAnd(address, (1u << FENCEPOST_HOOKS_PAGE_SHIFT) - 1);
  Value* unit = builder.CreateLShr(in_page, contract::kMapUnitShift);
  Value* map = builder.CreateShl(builder.CreateZExt(state, runtime.word), FENCEPOST_PAGE_MAP_SHIFT);
  Value* place = builder.CreateGEP(runtime.byte, maps, builder.CreateAdd(map, builder.CreateLShr(unit, 3)));
  LoadInst* bits = builder.CreateAlignedLoad(runtime.half, place, Align(1), /*isVolatile=*/true);
  bits->setMetadata(LLVMContext::MD_nosanitize, MDNode::get(runtime.context, {}));
  LoadInst* again = state_of(builder, runtime, table, page_of(builder, address));
  again->setVolatile(true);
  Value* from_unit = builder.CreateLShr(bits, builder.CreateTrunc(builder.CreateAnd(unit, 7), runtime.half));
  Value* found = builder.CreateAnd(from_unit, contract::map_units_of(extent.size, extent.alignment));
  return builder.CreateOr(builder.CreateIsNotNull(found), builder.CreateICmpNE(state, again));
}

}  // namespace fencepost::pass
