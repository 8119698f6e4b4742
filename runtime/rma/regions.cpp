#include "rma/regions.h"

#include <algorithm>
#include <vector>

namespace fencepost::rma {
namespace {

// `regions` in order of address.
bool hold_stretch(std::span<const Region> regions, std::uint64_t first, std::uint64_t length) {
  while (length > 0) {
    const auto above = std::ranges::upper_bound(regions, first, {}, &Region::address);
    if (above == regions.begin()) return false;
    const Region& region = *(above - 1);
    const std::uint64_t offset = first - region.address;
    if (offset >= region.size) return false;
    const std::uint64_t held = std::min(length, region.size - offset);
    first += held;
    length -= held;
  }
  return true;
}

}  // namespace

bool hold_pieces(std::span<const Region> regions, const Layout& layout) {
  if (layout.empty()) return true;
  std::vector<Region> in_order;
  // An empty one may begin where another does.
  std::ranges::copy_if(regions, std::back_inserter(in_order), [](const Region& region) { return region.size != 0; });
  std::ranges::sort(in_order, {}, &Region::address);
  for (Pieces pieces(layout); !pieces.done(); pieces.advance(pieces.size())) {
    const auto first = reinterpret_cast<std::uint64_t>(pieces.address());
    if (!hold_stretch(in_order, first, static_cast<std::uint64_t>(pieces.size()))) return false;
  }
  return true;
}

bool hold(std::span<const Region> regions, const Layout& layout) {
  const Layout::Hull hull = layout.hull();
  const std::uint64_t first = reinterpret_cast<std::uint64_t>(layout.address) + static_cast<std::uint64_t>(hull.first);
  const auto length = static_cast<std::uint64_t>(hull.end - hull.first);
  return std::ranges::any_of(regions, [&](const Region& region) { return region.holds(first, length); }) ||
         hold_pieces(regions, layout);
}

}  // namespace fencepost::rma
