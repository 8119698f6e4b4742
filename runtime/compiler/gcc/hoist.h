// Step three: what a loop does as a whole is one record before it.
//
// An access is hoisted out of a loop if scalar evolution knows its addresses and their number exactly, and nothing in
// the loop ends a segment. Then again out of the outer loops, as long as the result is rows of equal elements at equal
// distances. The access itself stays as it is: the loop can be vectorized.
#pragma once

#include "gcc/access.h"
#include "gcc/statistics.h"

namespace fencepost::gcc {

// The loops of a function that have no boundary inside. None without optimization. Calm ones have no boundary after
// which more memory may be tracked (calm_calls.h).
class QuietLoops {
 public:
  explicit QuietLoops(function* function);
  bool is_quiet(const class loop* loop) const { return quiet_.count(loop) != 0; }
  // The outermost quiet loop around; null: none.
  class loop* outermost(class loop* loop) const;
  // The calm loops around, the outermost first: down to the outermost quiet one, or to the innermost.
  std::vector<class loop*> calm_around(class loop* loop) const;

 private:
  std::set<const class loop*> quiet_;
  std::set<const class loop*> calm_;
};

// The record to write before `loop`: first + row * row_stride + i * stride, all known there.
struct HoistedAccess {
  MemoryAccess access;
  class loop* loop = nullptr;
  tree first = NULL_TREE;   // a pointer
  tree stride = NULL_TREE;  // ssizetype
  tree count = NULL_TREE;   // sizetype
  tree row_stride = NULL_TREE;
  tree rows = NULL_TREE;  // null: one row
};

// Takes what it hoists out of `accesses`. Changes no code.
std::vector<HoistedAccess> hoist(Accesses& accesses, const QuietLoops& quiet, Statistics& statistics);

}  // namespace fencepost::gcc
