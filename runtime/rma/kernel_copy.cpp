#include "rma/kernel_copy.h"

#include <algorithm>
#include <cerrno>

namespace fencepost::rma {
namespace {

void skip(iovec* list, std::size_t& first, std::size_t count, std::size_t bytes) {
  while (first < count && bytes >= list[first].iov_len) bytes -= list[first++].iov_len;
  if (bytes == 0) return;
  list[first].iov_base = static_cast<std::byte*>(list[first].iov_base) + bytes;
  list[first].iov_len -= bytes;
}

}  // namespace

bool KernelCopy::copy(const Layout& here, const Layout& there) {
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

bool KernelCopy::add(std::byte* local, std::byte* remote, std::size_t size) {
  if (!extend(*(local_ + locals_ - 1), local, size, locals_)) {
    if (locals_ == kMost && !transfer()) return false;
    local_[locals_++] = {local, size};
  }
  if (!extend(*(remote_ + remotes_ - 1), remote, size, remotes_)) {
    // Both lists must stand for the same bytes whenever the kernel gets them.
    if (remotes_ == kMost) {
      take_back(size);
      if (!transfer()) return false;
      local_[locals_++] = {local, size};
    }
    remote_[remotes_++] = {remote, size};
  }
  return true;
}

bool KernelCopy::extend(iovec& last, std::byte* address, std::size_t size, std::size_t count) {
  if (count == 0 || static_cast<std::byte*>(last.iov_base) + last.iov_len != address) return false;
  last.iov_len += size;
  return true;
}

void KernelCopy::take_back(std::size_t size) {
  local_[locals_ - 1].iov_len -= size;
  if (local_[locals_ - 1].iov_len == 0) --locals_;
}

bool KernelCopy::transfer() {
  const int error = errno;
  bool good = true;
  std::size_t first_local = 0, first_remote = 0;
  // The kernel may stop early (it moves at most 2 GiB at once): continue after what it has done.
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

}  // namespace fencepost::rma
