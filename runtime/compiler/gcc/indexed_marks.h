// Marks (rooms.h) of x[index] with an index that is known only in the loop: what it has to do with the marks does not
// change, so few instructions set one, and few registers are needed for it.
#pragma once

#include "gcc/rooms.h"

namespace fencepost::gcc {

// base + distance + index * scale.
struct Indexed {
  tree index = NULL_TREE;  // 64 bits
  HOST_WIDE_INT scale = 1;
  HOST_WIDE_INT distance = 0;
  bool may_be_negative = true;
};
// Nothing: `address` is computed in another way.
std::optional<Indexed> indexed_from(tree address, tree base);

// An index below `end`, with `left_out` taken from it, has the mark first[index * factor]. So have `below` of those
// before it, if it may be negative: they are left to a second comparison.
struct IndexedMarks {
  tree base = NULL_TREE;  // null: there are none
  tree first = NULL_TREE;
  tree end = NULL_TREE;
  tree below = NULL_TREE;
  HOST_WIDE_INT factor = 1;
  HOST_WIDE_INT left_out = 0;
};

class AllIndexedMarks {
 public:
  // Of accesses of `size` bytes at `address`, which are in `loop`, with these marks.
  IndexedMarks of(class loop* loop, const Rooms::Origin& origin, const Rooms::Marks& marks, tree address,
                  std::uint64_t size);

 private:
  // By the marks' bytes, where the index begins, and its scale.
  std::map<std::tuple<tree, HOST_WIDE_INT, HOST_WIDE_INT>, IndexedMarks> known_;
};

}  // namespace fencepost::gcc
