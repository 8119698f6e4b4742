#include "pass/collect.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "pass/assembly.h"
#include "pass/vectors.h"

namespace fencepost::pass {
namespace {

using namespace llvm;

// Accesses that the compiler or another instrumentation has added for itself.
bool is_not_of_program(const Instruction& instruction) {
  return instruction.hasMetadata(LLVMContext::MD_nosanitize);
}

// Not thread pointers and the like (x86's address spaces 256 and up).
bool is_ordinary_memory(const Value* address) {
  return address->getType()->getScalarType()->getPointerAddressSpace() == 0;
}

void add_call(Accesses& found, CallBase& call, const DataLayout& layout) {
  if (auto* move = dyn_cast<AnyMemTransferInst>(&call)) {
    found.push_back({&call, move->getRawSource(), 0, move->getLength(), nullptr, Kind::kLoad});
    found.push_back({&call, move->getRawDest(), 0, move->getLength(), nullptr, Kind::kStore});
    return;
  }
  if (auto* set = dyn_cast<AnyMemSetInst>(&call)) {
    found.push_back({&call, set->getRawDest(), 0, set->getLength(), nullptr, Kind::kStore});
    return;
  }
  if (auto* intrinsic = dyn_cast<IntrinsicInst>(&call)) {
    collect_intrinsic(found, *intrinsic);
    return;
  }
  if (call.isInlineAsm()) return collect_assembly(found, call);
  // A call reads a structure that is passed by value.
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    if (!call.isByValArgument(i)) continue;
    const std::uint64_t size = layout.getTypeAllocSize(call.getParamByValType(i)).getFixedValue();
    found.push_back({&call, call.getArgOperand(i), size, nullptr, nullptr, Kind::kLoad});
  }
}

}  // namespace

Accesses collect(Function& function, Statistics& statistics) {
  const DataLayout& layout = function.getDataLayout();
  Accesses found;
  for (Instruction& instruction : instructions(function)) {
    if (is_not_of_program(instruction)) continue;
    const auto size_of = [&](Type* type) { return layout.getTypeStoreSize(type).getKnownMinValue(); };
    const std::size_t before = found.size();
    if (auto* load = dyn_cast<LoadInst>(&instruction)) {
      found.push_back({load, load->getPointerOperand(), size_of(load->getType()), nullptr, nullptr,
                       load->isAtomic() ? Kind::kAtomicLoad : Kind::kLoad});
    } else if (auto* store = dyn_cast<StoreInst>(&instruction)) {
      found.push_back({store, store->getPointerOperand(), size_of(store->getValueOperand()->getType()), nullptr,
                       nullptr, store->isAtomic() ? Kind::kAtomicStore : Kind::kStore});
    } else if (auto* update = dyn_cast<AtomicRMWInst>(&instruction)) {
      found.push_back({update, update->getPointerOperand(), size_of(update->getValOperand()->getType()), nullptr,
                       nullptr, Kind::kAtomicUpdate});
    } else if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
      found.push_back({exchange, exchange->getPointerOperand(), size_of(exchange->getNewValOperand()->getType()),
                       nullptr, nullptr, Kind::kAtomicUpdate});
    } else if (auto* call = dyn_cast<CallBase>(&instruction)) {
      add_call(found, *call, layout);
      if (!unseen_addresses(*call).empty()) ++statistics.blind;
    }
    while (found.size() > before && !is_ordinary_memory(found.back().address)) found.pop_back();
  }
  statistics.seen += found.size();
  return found;
}

}  // namespace fencepost::pass
