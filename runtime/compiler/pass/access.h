// A load or store in the intermediate code, as each step of the pass gives it to the next:
// collect (what is there) ▸ filter (what can matter) ▸ hoist (what a loop does as a whole) ▸ instrument (the code).
#pragma once

#include <cstdint>
#include <vector>

#include "contract/accesses.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace fencepost::pass {

using contract::is_atomic;
using contract::Kind;
using contract::kWidestChecked;

struct MemoryAccess {
  llvm::Instruction* instruction = nullptr;
  llvm::Value* address = nullptr;
  std::uint64_t size = 0;         // bytes; 0: `length` says
  llvm::Value* length = nullptr;  // of memcpy, memmove, memset
  llvm::Value* mask = nullptr;    // of a vector access lane by lane; `size` is that of one element
  Kind kind = Kind::kLoad;

  // With a mask: a lane is accessed if its boolean, the highest bit of its number, or its bit in the one number is set.
  unsigned lanes = 0;
  llvm::Value* index = nullptr;  // a number for each lane: the lane is `scale` times as many bytes from `address`
  std::uint64_t scale = 1;
  bool packed = false;  // the lanes that are accessed lie side by side
};

using Accesses = std::vector<MemoryAccess>;

// Whether it lies at a multiple of its size.
inline bool is_aligned(const MemoryAccess& access) {
  return !is_atomic(access.kind) && llvm::isa<llvm::LoadInst, llvm::StoreInst>(access.instruction) &&
         llvm::getLoadStoreAlignment(access.instruction).value() >= access.size;
}

}  // namespace fencepost::pass
