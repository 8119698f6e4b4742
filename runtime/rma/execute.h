// Executing an operation whose target memory can be touched: atomic ones under the lock of the target
// process.
#pragma once

#include <cstddef>
#include <cstdint>

#include "rma/operation.h"

namespace fencepost::rma {

struct Combined {
  bool changed = false;  // it was an update, whatever the target held and holds
  bool differs = false;  // the target holds something else now. (For more than a few elements this is assumed.)
  // It has a part in what the target holds: it has replaced or changed the value. (A logical or that finds its bit set
  // has none. For more than a few elements this is not known, and assumed.)
  bool wrote = false;
};

// Read-modify-write of the target layout, whose memory is addressable here. `operation.at_target.address` is set.
// The caller holds the lock of the target process.
Combined combine_in_place(const Operation& operation);

// The same on a packed copy of the target's elements (as many as `operation.at_target` has), which is left changed.
Combined combine_packed(const Operation& operation, std::byte* elements);

// Packed elements of a layout (uniform basic type), padding of pairs included, and back (padding left alone).
void pack_elements(std::byte* to, const Layout& from, BasicType basic);
void unpack_elements(const Layout& to, const std::byte* from, BasicType basic);
std::int64_t element_bytes(const Layout& layout);  // size of the packed form

}  // namespace fencepost::rma
