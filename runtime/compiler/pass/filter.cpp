#include "pass/filter.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "pass/assembly.h"
#include "pass/local_memory.h"
#include "pass/volatile_words.h"

namespace fencepost::pass {
namespace {

using namespace llvm;

bool is_pure_library_call(const CallBase& call) {
  const Function* callee = call.getCalledFunction();
  return callee != nullptr && callee->isDeclaration() && contract::is_pure_function(callee->getName());
}

// A table of virtual functions. (The pointer to it is part of its object.)
bool is_virtual_table(const Value* address) {
  const auto* load = dyn_cast<LoadInst>(address->stripInBoundsConstantOffsets());
  const MDNode* tag = load != nullptr ? load->getMetadata(LLVMContext::MD_tbaa) : nullptr;
  return tag != nullptr && tag->isTBAAVtableAccess();
}

// Memory that nobody writes while the program runs.
bool is_constant(const MemoryAccess& access) {
  if (access.instruction->hasMetadata(LLVMContext::MD_invariant_load)) return true;
  if (is_virtual_table(access.address)) return true;
  const auto* variable = dyn_cast<GlobalVariable>(getUnderlyingObject(access.address, 0));
  return variable != nullptr && variable->isConstant();
}

// Whether `by`, in the same stretch of code, says everything that `access` would.
bool covers(const MemoryAccess& by, const MemoryAccess& access) {
  if (is_atomic(by.kind) || is_atomic(access.kind) || by.size == 0 || access.size == 0 || by.mask || access.mask)
    return false;
  return by.address == access.address && by.size >= access.size &&
         (by.kind == Kind::kStore || access.kind == Kind::kLoad) && same_line(by, access);
}

}  // namespace

bool is_boundary(const Instruction& instruction) {
  if (instruction.isAtomic()) return !instruction.hasMetadata(LLVMContext::MD_nosanitize);  // except our own
  if (is_volatile_word(instruction)) return true;
  const auto* call = dyn_cast<CallBase>(&instruction);
  if (call == nullptr) return false;
  if (isa<IntrinsicInst>(call)) return false;
  if (call->hasFnAttr(Attribute::NoSync) && call->hasFnAttr(Attribute::WillReturn) && call->doesNotThrow())
    return false;
  if (call->doesNotAccessMemory() && call->doesNotThrow()) return false;
  return !is_pure_library_call(*call);
}

bool same_line(const MemoryAccess& a, const MemoryAccess& b) {
  const DILocation* left = a.instruction->getDebugLoc();
  const DILocation* right = b.instruction->getDebugLoc();
  if (left == nullptr || right == nullptr) return left == right;
  return left->getLine() == right->getLine() && left->getScope() == right->getScope() &&
         left->getInlinedAt() == right->getInlinedAt();
}

bool is_fence(const Instruction& instruction) {
  if (const auto* fence = dyn_cast<FenceInst>(&instruction)) return fence->getSyncScopeID() == SyncScope::System;
  const auto* call = dyn_cast<CallBase>(&instruction);
  if (call == nullptr) return false;
  if (call->isInlineAsm()) return is_fence_of_assembly(*call);
  const Function* callee = call->getCalledFunction();
  return callee != nullptr && callee->getName() == "llvm.x86.sse2.mfence";
}

bool is_landing(const Instruction& instruction) {
  if (isa<LandingPadInst>(instruction)) return true;
  const auto* call = dyn_cast<CallInst>(&instruction);
  return call != nullptr && call->hasFnAttr(Attribute::ReturnsTwice);
}

Accesses filter(const Accesses& accesses, Statistics& statistics) {
  Accesses kept;
  LocalMemory local;
  for (const MemoryAccess& access : accesses) {
    if (access.mask == nullptr || !access.address->getType()->isVectorTy()) {
      if (is_constant(access)) {
        ++statistics.constant;
        continue;
      }
      // Atomics stay: they order threads even if their memory is of no interest.
      if (!is_atomic(access.kind) && local.holds(access.address)) {
        ++statistics.local;
        continue;
      }
    }
    kept.push_back(access);
  }

  // Accesses of one block are in order. Looks both ways: a load before a store of the same bytes is covered by it.
  Accesses result;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const MemoryAccess& access = kept[i];
    bool covered = false;
    constexpr std::size_t kNear = 24;
    const std::size_t farthest = result.size() < kNear ? 0 : result.size() - kNear + 1;
    for (std::size_t end = result.size(); end > farthest && !covered; --end) {
      const std::size_t j = end - 1;
      if (result[j].instruction->getParent() != access.instruction->getParent()) break;
      covered = covers(result[j], access);
      if (covered) {
        for (const Instruction* at = result[j].instruction; at != access.instruction; at = at->getNextNode()) {
          if (is_boundary(*at)) covered = false;
        }
      }
    }
    for (std::size_t j = i + 1; j < kept.size() && j - i < kNear && !covered; ++j) {
      if (kept[j].instruction->getParent() != access.instruction->getParent()) break;
      if (kept[j].kind != Kind::kStore || access.kind != Kind::kLoad || !covers(kept[j], access)) continue;
      covered = true;
      for (const Instruction* at = access.instruction; at != kept[j].instruction; at = at->getNextNode()) {
        if (is_boundary(*at)) covered = false;
      }
    }
    if (covered) {
      ++statistics.covered;
    } else {
      result.push_back(access);
    }
  }
  return result;
}

}  // namespace fencepost::pass
