// What a loop accesses of an array of few elements: a bit for each, in a variable that becomes a register. What follows
// the loop reports them.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "pass/access.h"
#include "pass/runtime.h"

namespace fencepost::pass {

class ArrayBits {
 public:
  ArrayBits(llvm::Function& function, const Runtime& runtime, Sites& sites)
      : function_(function), runtime_(runtime), sites_(sites) {}

  // Call it before any code is changed. Only loops that end by counting have bits: one that waits until another process
  // changes a value may never come to its end, and what it looks at has to be known meanwhile.
  void plan(const llvm::Loop* loop, llvm::ScalarEvolution& evolution);

  // The bytes that `before`, the end of the loop's preheader, knows to be reached: [base + low, base + high).
  struct Array {
    llvm::Instruction* before = nullptr;
    llvm::Value* base = nullptr;
    std::int64_t low = 0;
    std::int64_t high = 0;
  };
  bool can_hold(const Array& array, std::uint64_t size) const;
  // Where `builder` stands, in the loop: elements of the size of `access` from `address` on, as far as they have a bit
  // in `pattern`. Those of one line and kind have one variable.
  void add(llvm::IRBuilder<>& builder, const Array& array, const MemoryAccess& access, llvm::Value* address,
           std::uint64_t pattern);

  // When all are there.
  void finish();

 private:
  struct Bits {
    Array array;
    MemoryAccess access;
    std::uint64_t site = 0;
    llvm::AllocaInst* variable = nullptr;
    llvm::Value* first = nullptr;  // the number of the element of the lowest bit
  };
  using Key = std::tuple<llvm::Instruction*, llvm::Value*, std::uint32_t, llvm::DILocation*>;

  Bits& bits_of(const Array& array, const MemoryAccess& access);
  void report(const Bits& bits, llvm::BasicBlock& exit);

  llvm::Function& function_;
  const Runtime& runtime_;
  Sites& sites_;
  llvm::DenseMap<llvm::Instruction*, llvm::SmallVector<llvm::BasicBlock*, 2>> exits_;  // by the end of the preheader
  std::vector<Bits> all_;
  std::map<Key, std::size_t> known_;
};

}  // namespace fencepost::pass
