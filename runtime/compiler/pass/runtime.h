// What instrumented code shares with the hooks (hooks/passed.cpp, hooks/slow.S) and with hook_table/table.h: the
// functions it calls, the numbers of its accesses, and the code that sets the bit of an element.
#pragma once

#include <cstdint>
#include <string>

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "pass/access.h"

namespace fencepost::pass {

struct Runtime {
  explicit Runtime(llvm::Module& module);

  llvm::LLVMContext& context;
  llvm::Type* pointer;
  llvm::Type* word;
  llvm::Type* half;
  llvm::Type* byte;
  llvm::Constant* table;
  llvm::FunctionCallee slow, range, run, lanes, grid, room, room_below, untracked, marks, release, update, updated,
      acquire, fence, unseen, landed, volatile_load, volatile_store;
};

using contract::size_and_kind;

// A call of one of these functions in the place of what it reports: it returns there, even if it is the function's
// last.
llvm::CallInst* report(llvm::IRBuilder<>& builder, llvm::FunctionCallee callee, llvm::ArrayRef<llvm::Value*> arguments);

// For a piece of assembly that touches nothing of the program.
void add_attributes(llvm::CallInst* call);

// Numbers for the accesses of a function, different from all others in the program.
class Sites {
 public:
  explicit Sites(const llvm::Function& function);
  std::uint64_t next();

 private:
  std::string place_;
  std::uint64_t count_ = 0;
};

// Sets the bits of `count` elements in the block that exists for them (struct fencepost_block in hook_table/table.h
// says how it is found). False: there is none, or they lie in two words of it.
llvm::Value* add_to_block(llvm::IRBuilder<>& builder, const Runtime& runtime, llvm::Value* address, std::uint64_t size,
                          unsigned count, std::uint64_t site);

// Sets the marks of `count` elements of `size` bytes from `offset` bytes on; or of elements `factor` times that far.
void add_marks(llvm::IRBuilder<>& builder, const Runtime& runtime, llvm::Value* marks, llvm::Value* offset,
               std::uint64_t size, std::uint64_t factor, unsigned count);

}  // namespace fencepost::pass
