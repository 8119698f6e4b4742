// The inline look at the shadow (struct fencepost_hooks in hook_table/table.h), and what all our code consists of.
#pragma once

#include <cstdint>

#include "llvm/IR/IRBuilder.h"
#include "pass/access.h"
#include "pass/runtime.h"

namespace fencepost::pass {

// The access's own debug location, or an unknown line in its function.
llvm::DebugLoc location_of(const MemoryAccess& access);

llvm::Value* address_at(llvm::IRBuilder<>& builder, llvm::Value* base, std::int64_t distance);

// The same value, but the optimizer does not know that. What rare code computes from it stays there: otherwise it is
// moved in front of the loop, where it takes time and registers.
llvm::Value* kept_here(llvm::IRBuilder<>& builder, llvm::Value* value);

// The end of a block that is entered unless `condition` holds; it is likely to hold.
llvm::Instruction* if_not(llvm::Value* condition, llvm::Instruction* before);

// The module's shadow, as it was loaded in one place.
struct Table {
  llvm::Value* shadow = nullptr;
  llvm::Value* mask = nullptr;
};
Table load_table(const Runtime& runtime, llvm::Instruction* before);

// The number of the page that `address` (a word) lies in; what is tracked of it, a byte.
llvm::Value* page_of(llvm::IRBuilder<>& builder, llvm::Value* address);
llvm::LoadInst* state_of(llvm::IRBuilder<>& builder, const Runtime& runtime, const Table& table, llvm::Value* page);

// What is known about the bytes of a check: they begin at a multiple of `alignment` (1: anywhere). Without a size
// nothing is known, and the code does not look at the page's map.
struct Extent {
  std::uint64_t size = 0;
  std::uint64_t alignment = 1;
};

// For `address` (a word), whose page has the byte `state`, which is not 0: whether these bytes may be tracked, by the
// page's map if it has one.
llvm::Value* is_mapped(llvm::IRBuilder<>& builder, const Runtime& runtime, const Table& table, llvm::Value* address,
                       llvm::Value* state, Extent extent);

}  // namespace fencepost::pass
