#include "pass/neighbours.h"

#include <algorithm>
#include <cstddef>

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "pass/filter.h"

namespace fencepost::pass {

using namespace llvm;

namespace {

bool can_have_neighbours(const MemoryAccess& access) {
  return access.mask == nullptr && is_aligned(access) && isPowerOf2_64(access.size) && access.size <= 8 &&
         access.instruction->getDebugLoc();
}

}  // namespace

bool are_alike(const MemoryAccess& a, const MemoryAccess& b) {
  return a.size == b.size && a.kind == b.kind && same_line(a, b);
}

std::vector<Neighbours> neighbours_in(ArrayRef<AtDistance> members) {
  std::vector<Neighbours> found;
  std::vector<bool> taken(members.size());
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (taken[i]) continue;
    SmallVector<std::pair<std::int64_t, std::size_t>, 8> alike;
    for (std::size_t j = i; j < members.size(); ++j) {
      if (j != i && (taken[j] || !can_have_neighbours(members[i].first) || !can_have_neighbours(members[j].first) ||
                     !are_alike(members[i].first, members[j].first))) {
        continue;
      }
      taken[j] = true;
      alike.emplace_back(members[j].second, j);
    }
    std::sort(alike.begin(), alike.end());
    const std::size_t others = found.size();
    for (const auto& [distance, j] : alike) {
      const MemoryAccess& access = members[j].first;
      if (found.size() > others) {
        Neighbours& last = found.back();
        const std::int64_t end = last.distance + static_cast<std::int64_t>(last.count * last.first.size);
        if (distance < end) continue;  // the same once more
        if (distance == end && last.count < kMostNeighbours) {
          ++last.count;
          continue;
        }
      }
      found.push_back({access, distance, 1});
    }
  }
  return found;
}

}  // namespace fencepost::pass
