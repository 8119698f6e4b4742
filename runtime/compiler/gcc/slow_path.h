// What code does after it has found that something in an access's page is of interest: it looks at the page's map and
// reports the access. Each is one piece of assembly, which the compiler's later steps treat as one instruction.
#pragma once

#include "gcc/emit.h"

namespace fencepost::gcc {

// For an address whose page has the byte `state`, which is not 0: not 0 if `size` bytes there may be tracked, by the
// page's map if it has one. `alignment`: as for map_units_of.
tree is_tracked(const Spot& spot, tree address, tree state, std::uint64_t size, std::uint64_t alignment);

struct Told {
  std::uint64_t size = 0;
  Kind kind = Kind::kLoad;
  bool has_blocks = false;  // of struct fencepost_block
};

// Reports an access, if the page's map says so. Keeps all registers.
void tell(const Spot& spot, tree address, const Told& what);

// The same if is_tracked says so.
void tell_if_tracked(const Spot& spot, tree address, tree state, std::uint64_t alignment, const Told& what);

// Also loads the page's byte: for code that runs so rarely that one statement is worth more than its speed. Returns
// that statement.
gimple* look_and_tell(const Spot& spot, tree address, std::uint64_t alignment, const Told& what);
tree address_of_look(gimple* look);

// The same without the page's map, which the function that it calls asks: for code of which there is much.
void look_and_call(const Spot& spot, tree address, const Told& what);

}  // namespace fencepost::gcc
