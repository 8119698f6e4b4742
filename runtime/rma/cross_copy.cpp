#include "rma/cross_copy.h"

#include <algorithm>
#include <cerrno>
#include <sys/uio.h>
#include <vector>

#include "rma/element_types.h"
#include "rma/errand_copy.h"

namespace fencepost::rma {
namespace {

// Copies between layouts here and in another process, as many bytes as both have. `there.address` is of that process.
class CrossCopy {
 public:
  enum class Direction : std::uint8_t { kRead, kWrite };
  CrossCopy(pid_t pid, Direction direction) : pid_(pid), direction_(direction) {}

  bool copy(const Layout& here, const Layout& there) {
    if (here.empty() || there.empty()) return true;
    Pieces local(here);
    Pieces remote(there);
    while (!local.done() && !remote.done()) {
      const std::int64_t size = std::min(local.size(), remote.size());
      if (!add(local.address(), remote.address(), static_cast<std::size_t>(size))) return false;
      local.advance(size);
      remote.advance(size);
    }
    return transfer();
  }

 private:
  bool add(std::byte* local, std::byte* remote, std::size_t size) {
    if (!extend(*(local_ + locals_ - 1), local, size, locals_)) {
      if (locals_ == kMost && !transfer()) return false;
      local_[locals_++] = {local, size};
    }
    if (!extend(*(remote_ + remotes_ - 1), remote, size, remotes_)) {
      // Both lists must stand for the same bytes whenever they are handed over.
      if (remotes_ == kMost) {
        take_back(size);
        if (!transfer()) return false;
        local_[locals_++] = {local, size};
      }
      remote_[remotes_++] = {remote, size};
    }
    return true;
  }

  static bool extend(iovec& last, std::byte* address, std::size_t size, std::size_t count) {
    if (count == 0 || static_cast<std::byte*>(last.iov_base) + last.iov_len != address) return false;
    last.iov_len += size;
    return true;
  }

  void take_back(std::size_t size) {
    local_[locals_ - 1].iov_len -= size;
    if (local_[locals_ - 1].iov_len == 0) --locals_;
  }

  bool transfer() {
    const int error = errno;
    bool good = true;
    std::size_t first_local = 0, first_remote = 0;
    // The kernel may stop short (it moves at most 2 GiB at once): go on behind what it has done.
    while (good && first_local < locals_ && first_remote < remotes_) {
      auto* const copy = direction_ == Direction::kRead ? process_vm_readv : process_vm_writev;
      const ssize_t moved =
          copy(pid_, local_ + first_local, locals_ - first_local, remote_ + first_remote, remotes_ - first_remote, 0);
      good = moved > 0;
      if (good) {
        skip(local_, first_local, locals_, static_cast<std::size_t>(moved));
        skip(remote_, first_remote, remotes_, static_cast<std::size_t>(moved));
      }
    }
    locals_ = remotes_ = 0;
    errno = error;
    return good;
  }

  static void skip(iovec* list, std::size_t& first, std::size_t count, std::size_t bytes) {
    while (first < count && bytes >= list[first].iov_len) bytes -= list[first++].iov_len;
    if (bytes == 0) return;
    list[first].iov_base = static_cast<std::byte*>(list[first].iov_base) + bytes;
    list[first].iov_len -= bytes;
  }

  static constexpr std::size_t kMost = 256;
  pid_t pid_;
  Direction direction_;
  std::size_t locals_ = 0;
  std::size_t remotes_ = 0;
  iovec storage_local_[kMost + 1];
  iovec storage_remote_[kMost + 1];
  // Element -1 exists, so that "the last one" may be formed of an empty list.
  iovec* const local_ = storage_local_ + 1;
  iovec* const remote_ = storage_remote_ + 1;
};

// The kernel takes long for many small pieces: where the hull is not much larger than its data, it is read at once, and
// what lies between the pieces thrown away. (Writing so is out of the question: others may be writing in between.)
bool read_hull(pid_t pid, const Layout& here, const Layout& there) {
  constexpr std::int64_t kMostWaste = 16;
  constexpr std::int64_t kLargest = 16 << 20;
  if (there.contiguous()) return false;
  const Layout::Hull hull = there.hull();
  const std::int64_t size = hull.end - hull.first;
  if (size > kLargest || size > kMostWaste * there.bytes()) return false;
  std::vector<std::byte> bytes(static_cast<std::size_t>(size));
  const handles::DatatypeInfo& byte = element_type(BasicType::kByte);
  if (!CrossCopy(pid, CrossCopy::Direction::kRead)
           .copy({bytes.data(), size, &byte}, {there.address + hull.first, size, &byte})) {
    return false;
  }
  copy(here, {bytes.data() - hull.first, there.count, there.type});
  return true;
}

}  // namespace

bool read_across(const Peer& peer, const Layout& here, const Layout& there, bool by_owner) {
  return read_hull(peer.pid, here, there) || (by_owner && copy_by_owner(peer, Errand::Direction::kRead, here, there)) ||
         CrossCopy(peer.pid, CrossCopy::Direction::kRead).copy(here, there);
}

bool write_across(const Peer& peer, const Layout& here, const Layout& there, bool by_owner) {
  return (by_owner && copy_by_owner(peer, Errand::Direction::kWrite, here, there)) ||
         CrossCopy(peer.pid, CrossCopy::Direction::kWrite).copy(here, there);
}

}  // namespace fencepost::rma
