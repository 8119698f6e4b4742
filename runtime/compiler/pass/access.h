// A load or store in the intermediate code, as the steps of the pass hand it on:
// collect (what is there) ▸ filter (what can matter) ▸ hoist (what a loop does as a whole) ▸ instrument (the code).
#pragma once

#include <cstdint>
#include <vector>

#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace fencepost::pass {

// As AccessKind of record/vocabulary.h.
enum class Kind : std::uint32_t { kLoad, kStore, kAtomicLoad, kAtomicStore, kAtomicUpdate };

inline bool is_atomic(Kind kind) {
  return kind >= Kind::kAtomicLoad;
}

// The widest access that looks at the shadow byte of its first page only (kWidestAccess of memory/shadow.h); what is
// wider is a range.
inline constexpr std::uint64_t kWidestChecked = 64;

struct MemoryAccess {
  llvm::Instruction* instruction = nullptr;
  llvm::Value* address = nullptr;
  std::uint64_t size = 0;         // bytes; 0: `length` says
  llvm::Value* length = nullptr;  // of memcpy, memmove, memset
  llvm::Value* mask = nullptr;    // of a vector access lane by lane; `size` is that of one element
  Kind kind = Kind::kLoad;

  // With a mask: a lane is accessed if its boolean, the highest bit of its number, or its bit in the one number is set.
  unsigned lanes = 0;
  llvm::Value* index = nullptr;  // a number for each lane: it lies `scale` times as many bytes from `address`
  std::uint64_t scale = 1;
  bool packed = false;  // the lanes that are accessed lie side by side
};

using Accesses = std::vector<MemoryAccess>;

}  // namespace fencepost::pass
