// The memory attached to a dynamic window: a number of regions that do not overlap.
#pragma once

#include <cstdint>
#include <span>

#include "rma/layout.h"

namespace fencepost::rma {

struct Region {
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  // [first, first + length) lies in it.
  bool holds(std::uint64_t first, std::uint64_t length) const {
    return first >= address && first - address <= size && length <= size - (first - address);
  }
};

// Whether all data of a layout, whose address is one of the owner's, lies in the regions: each byte in one of them.
// What lies between its pieces need not be attached.
bool hold_pieces(std::span<const Region> regions, const Layout& layout);

// The same, faster if one region holds it all. The layout's type has its true extent.
bool hold(std::span<const Region> regions, const Layout& layout);

}  // namespace fencepost::rma
