// Step three: what a loop does as a whole is one record before it.
//
// An access is hoisted out of a loop if scalar evolution knows its addresses and their number exactly, and nothing in
// the loop ends a segment. Then again out of the loop around it, which gives a record with rows. The access itself
// stays as it is: the loop can be vectorized. If only their number is not known before, as in a search, the record is
// made after the loop, from where it has got to.
#pragma once

#include <vector>

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "pass/access.h"
#include "pass/statistics.h"

namespace fencepost::pass {

// The record to write at the end of `preheader`, or at the beginning of each of `exits`.
// first + row * row_stride + i * stride; all as of the preheader.
struct HoistedAccess {
  MemoryAccess access;
  llvm::BasicBlock* preheader = nullptr;
  const llvm::SCEV* first = nullptr;       // a pointer
  const llvm::SCEV* stride = nullptr;      // 64 bits
  const llvm::SCEV* count = nullptr;       // 64 bits; null: up to the address as of the exit
  const llvm::SCEV* row_stride = nullptr;  // null: one row
  const llvm::SCEV* rows = nullptr;
  // The access happens only if these hold (or not), all known before the loop.
  llvm::SmallVector<std::pair<llvm::Value*, bool>, 2> conditions;
  llvm::SmallVector<llvm::BasicBlock*, 2> exits;
};

// The loops of `function` that have no boundary inside, and what else the other steps need to know about them. Calm
// ones have no boundary after which more memory may be tracked (calm_calls.h).
class QuietLoops {
 public:
  explicit QuietLoops(llvm::LoopInfo& loops);
  bool is_quiet(const llvm::Loop* loop) const { return quiet_.contains(loop); }
  bool is_calm(const llvm::Loop* loop) const { return calm_.contains(loop); }
  // Of a boundary.
  bool is_calm(const llvm::Instruction& boundary) const { return calm_boundaries_.contains(&boundary); }
  // Whether a loop around it, quiet or not, comes by the same place each time.
  bool stays_same(const MemoryAccess& access) const;
  // Quiet or not; null: none.
  llvm::Loop* innermost(const llvm::BasicBlock* block) const { return loops_.getLoopFor(block); }
  // The outermost quiet loop around; null: none.
  llvm::Loop* outermost(const llvm::BasicBlock* block) const;
  llvm::Loop* outermost_calm(const llvm::BasicBlock* block) const;
  // The calm loops around that have a preheader, the outermost first: down to the outermost quiet one, or to the
  // innermost.
  llvm::SmallVector<llvm::Loop*, 4> calm_around(const llvm::BasicBlock* block) const;

 private:
  llvm::LoopInfo& loops_;
  llvm::DenseSet<const llvm::Loop*> quiet_;
  llvm::DenseSet<const llvm::Loop*> calm_;
  llvm::DenseSet<const llvm::Instruction*> calm_boundaries_;
};

// Takes what it hoists out of `accesses`. Changes no code.
std::vector<HoistedAccess> hoist(Accesses& accesses, const QuietLoops& quiet, llvm::LoopInfo& loops,
                                 llvm::ScalarEvolution& evolution, llvm::DominatorTree& dominators,
                                 Statistics& statistics);

}  // namespace fencepost::pass
