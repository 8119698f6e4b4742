// What code does once it has found that there is something of interest in an access's page: it looks at the page's map
// and tells of the access. Each is one piece of assembly, which the compiler's later steps take for one instruction.
#pragma once

#include "gcc/emit.h"

namespace fencepost::gcc {

// Of an address whose page has the byte `state`, and not 0: not 0 if `size` bytes there may be tracked, by the page's
// map if it has one. `alignment`: as for map_units_of.
tree is_tracked(const Spot& spot, tree address, tree state, std::uint64_t size, std::uint64_t alignment);

struct Told {
  std::uint64_t size = 0;
  Kind kind = Kind::kLoad;
  std::uint64_t site = 0;
};

// Tells of an access, if the page's map says so. Keeps all registers.
void tell(const Spot& spot, tree address, const Told& what);

// The same if is_tracked says so.
void tell_if_tracked(const Spot& spot, tree address, tree state, std::uint64_t alignment, const Told& what);

// Loads the page's byte as well: where code comes by so rarely that one statement is worth more than its speed.
void look_and_tell(const Spot& spot, tree address, std::uint64_t alignment, const Told& what);

}  // namespace fencepost::gcc
