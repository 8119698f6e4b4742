// A copy of each loop that has marks: for the case that memory which it knows beforehand is of interest. Then the loop
// itself keeps no registers for marks, and in the copy, setting them is the straight path.
#pragma once

#include "gcc/emit.h"

namespace fencepost::gcc {

// An access that asks for its room and then sets its mark.
struct MarkedAccess {
  class loop* loop = nullptr;     // the outermost quiet one, before which the room is known
  tree span = NULL_TREE;          // of the room; 0: the access is of interest
  gimple* leaves_room = nullptr;  // the conditions of both branches
  gimple* has_mark = nullptr;
};

// After all accesses have their code. Returns how many; they have branches whose condition is a constant.
std::uint64_t add_window_versions(const std::vector<MarkedAccess>& marked);

}  // namespace fencepost::gcc
