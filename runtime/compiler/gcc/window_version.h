// A copy of each loop that has marks: for the case that memory which it knows beforehand is of interest. Only the copy
// sets them: the loop itself keeps no registers for them.
#pragma once

#include "gcc/emit.h"
#include "gcc/indexed_marks.h"
#include "gcc/rooms.h"

namespace fencepost::gcc {

// An access that asks for its room and then sets its mark or looks.
struct MarkedAccess {
  class loop* loop = nullptr;     // the outermost quiet one, before which the room is known
  tree span = NULL_TREE;          // of the room; 0: the access is of interest
  gimple* leaves_room = nullptr;  // the branch's condition
  gimple* look = nullptr;         // of look_and_tell, which does not know of marks yet
  Rooms::Marks marks;
  IndexedMarks indexed;
  std::uint64_t size = 0;
  bool is_alone = false;  // it sets marks where it is: no copy of the loop for it
};

// After all accesses have their code. `arrays`: values known before loops that are 0 if nothing of an array is tracked;
// where a loop asks about two or three, there is a copy for each of them alone. Returns how many copies; they have
// branches whose condition is a constant.
std::uint64_t add_window_versions(const std::vector<MarkedAccess>& marked, const std::set<tree>& arrays);

}  // namespace fencepost::gcc
