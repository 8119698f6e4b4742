// Accesses at constant distances from one address that are alike for the tool: elements side by side, of one line.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "llvm/ADT/ArrayRef.h"
#include "pass/access.h"

namespace fencepost::pass {

using AtDistance = std::pair<MemoryAccess, std::int64_t>;

struct Neighbours {
  MemoryAccess first;
  std::int64_t distance = 0;  // of the first
  unsigned count = 1;
};

// Of one size, kind and line.
bool are_alike(const MemoryAccess& a, const MemoryAccess& b);

// At most this many together: in so many bytes the page of the first tells of all, and their map is looked at as one.
inline constexpr unsigned kMostNeighbours = 8;

// All of `members`, each access by itself or with others.
std::vector<Neighbours> neighbours_in(llvm::ArrayRef<AtDistance> members);

}  // namespace fencepost::pass
