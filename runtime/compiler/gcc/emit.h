// Code that is put before a statement: the inline look at the shadow, and the calls of the hooks.
#pragma once

#include "gcc/access.h"
#include "gcc/runtime.h"

namespace fencepost::gcc {

// The module's shadow, as it was loaded in one place.
struct Table {
  tree shadow = NULL_TREE;
  tree mask = NULL_TREE;
};

// Where code is put: before `before`, with the place in the source that it stands for.
struct Spot {
  gimple* before = nullptr;
  location_t location = UNKNOWN_LOCATION;
};

// The value of an expression, computed at the spot.
tree compute(const Spot& spot, tree expression);
void put(const Spot& spot, gimple* statement);
void call(const Spot& spot, tree function, const std::vector<tree>& arguments);

tree call_value(const Spot& spot, tree function, const std::vector<tree>& arguments);

Table load_table(const Spot& spot);

// Whether there is anything of interest in the page of `address` (a pointer): a byte.
tree state_of(const Spot& spot, const Table& table, tree address);

// In a block that is entered if `value` is not zero, which is unlikely.
Spot if_not_zero(const Spot& spot, tree value);

// The condition on which a block is entered that was made just now.
gimple* condition_of(const Spot& then);

// In a block that is entered if `value` is not zero, and in one that is entered if it is.
std::pair<Spot, Spot> either(const Spot& spot, tree value);

// A block that is entered if a value is zero, or if it is not; what comes after it knows which way was taken.
struct Fork {
  Spot then;
  basic_block join = nullptr;
  edge from_then = nullptr;
  edge around = nullptr;
};
Fork fork_if_zero(const Spot& spot, tree value);
Fork fork_if_not_zero(const Spot& spot, tree value);
tree joined(const Fork& fork, tree of_then, tree otherwise);

// Memory of marks (struct fencepost_marks in table.h), to which no pointer of the program leads.
tree pointer_to_marks();
tree load_of_marks(const Spot& spot, tree entry, std::size_t offset, tree type);
// Sets the mark of the element at `offset` bytes.
void set_mark(const Spot& spot, tree bytes, tree offset, std::uint64_t size);

// A statement that does nothing, before the loop and after everything that was put there earlier.
gimple* spot_in_front_of(class loop* loop);

// A statement that does nothing after one, so that code can be put before it; null: the statement does not return.
gimple* spot_behind(gimple* statement);

tree address_of(const MemoryAccess& access, HOST_WIDE_INT distance);

}  // namespace fencepost::gcc
