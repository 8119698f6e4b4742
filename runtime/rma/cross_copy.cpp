#include "rma/cross_copy.h"

#include <vector>

#include "rma/element_types.h"
#include "rma/errand_copy.h"
#include "rma/kernel_copy.h"

namespace fencepost::rma {
namespace {

// The kernel is slow with many small pieces: if the hull is not much larger than its data, we read it at once and throw
// away what lies between the pieces. (Writing like this is impossible: others may be writing in between.)
bool read_hull(pid_t pid, const Layout& here, const Layout& there) {
  constexpr std::int64_t kMostWaste = 16;
  constexpr std::int64_t kLargest = 16 << 20;
  if (there.contiguous()) return false;
  const Layout::Hull hull = there.hull();
  const std::int64_t size = hull.end - hull.first;
  if (size > kLargest || size > kMostWaste * there.bytes()) return false;
  std::vector<std::byte> bytes(static_cast<std::size_t>(size));
  const handles::DatatypeInfo& byte = element_type(BasicType::kByte);
  if (!KernelCopy(pid, KernelCopy::Direction::kRead)
           .copy({bytes.data(), size, &byte}, {there.address + hull.first, size, &byte})) {
    return false;
  }
  copy(here, {bytes.data() - hull.first, there.count, there.type});
  return true;
}

}  // namespace

bool read_across(const Peer& peer, const Layout& here, const Layout& there, bool by_owner) {
  return read_hull(peer.pid, here, there) || (by_owner && copy_by_owner(peer, Errand::Direction::kRead, here, there)) ||
         KernelCopy(peer.pid, KernelCopy::Direction::kRead).copy(here, there);
}

bool write_across(const Peer& peer, const Layout& here, const Layout& there, bool by_owner) {
  return (by_owner && copy_by_owner(peer, Errand::Direction::kWrite, here, there)) ||
         KernelCopy(peer.pid, KernelCopy::Direction::kWrite).copy(here, there);
}

}  // namespace fencepost::rma
