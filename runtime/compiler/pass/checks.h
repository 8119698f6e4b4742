// The inline look at the shadow (struct fencepost_hooks in attach.h), and what else all code of ours is made of.
#pragma once

#include <cstdint>

#include "llvm/IR/IRBuilder.h"
#include "pass/access.h"
#include "pass/runtime.h"

namespace fencepost::pass {

// Of the debug information: the access's own, or a line nobody knows in its function.
llvm::DebugLoc location_of(const MemoryAccess& access);

llvm::Value* address_at(llvm::IRBuilder<>& builder, llvm::Value* base, std::int64_t distance);

// The end of a block that is entered unless `condition` holds, which is likely.
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

// What is known of the bytes that a check is about: they begin at a multiple of `alignment` (1: anywhere). Without a
// size nothing is known, and the page's map not asked.
struct Extent {
  std::uint64_t size = 0;
  std::uint64_t alignment = 1;
};

// Of `address` (a word), whose page has the byte `state`, and not 0: whether these bytes may be tracked, by the page's
// map if it has one.
llvm::Value* is_mapped(llvm::IRBuilder<>& builder, const Runtime& runtime, const Table& table, llvm::Value* address,
                       llvm::Value* state, Extent extent);

}  // namespace fencepost::pass
