// Members of one object that are accessed in several places of a loop or a function in which nothing becomes tracked
// meanwhile (calm_calls.h): the first place looks at the page for all of them, and what it saw is kept.
#pragma once

#include <cstdint>
#include <deque>
#include <utility>

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "pass/access.h"
#include "pass/hoist.h"

namespace fencepost::pass {

class SharedLooks {
 public:
  struct Look {
    const llvm::Loop* loop = nullptr;  // null: the function
    llvm::Instruction* at = nullptr;   // the first access, which comes before all others whatever way is taken
    llvm::Value* base = nullptr;
    std::int64_t low = 0;  // from there on, of all
    std::int64_t high = 0;
    bool is_shared = false;
    llvm::Value* any = nullptr;  // a boolean, once it is made: something may be tracked
  };

  SharedLooks(llvm::Function& function, const QuietLoops& quiet) : function_(function), quiet_(quiet) {}

  // Call it before any code is changed, for accesses that are looked at one by one.
  void plan(const Accesses& accesses);
  // Whether nothing becomes tracked in the whole function.
  bool is_calm() const { return is_calm_; }
  // make(look) gives its `any`, computed before look.at.
  void make(llvm::function_ref<llvm::Value*(const Look&)> make);
  // Null: it has none.
  llvm::Value* of(const MemoryAccess& access) const;

 private:
  bool find_calm() const;
  Look* find(const MemoryAccess& access, const llvm::Loop* loop, llvm::Value* base, std::int64_t distance,
             const llvm::DominatorTree& dominators);

  llvm::Function& function_;
  const QuietLoops& quiet_;
  bool is_calm_ = false;
  std::deque<Look> looks_;
  llvm::DenseMap<const llvm::Value*, llvm::SmallVector<Look*, 2>> by_base_;
  llvm::DenseMap<std::pair<const llvm::Instruction*, const llvm::Value*>, Look*> known_;  // by access and address
};

}  // namespace fencepost::pass
