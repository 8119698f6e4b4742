// Stretches of memory here and in another process of the machine. The kernel copies between them (process_vm_readv,
// process_vm_writev), many in one system call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <sys/types.h>
#include <sys/uio.h>

#include "rma/layout.h"

namespace fencepost::rma {

class KernelCopy {
 public:
  enum class Direction : std::uint8_t { kRead, kWrite };
  KernelCopy(pid_t pid, Direction direction) : pid_(pid), direction_(direction) {}
  KernelCopy(const KernelCopy&) = delete;
  KernelCopy& operator=(const KernelCopy&) = delete;

  Direction direction() const { return direction_; }
  void turn(Direction direction) { direction_ = direction; }  // with nothing added

  // The bytes move at the latest in `transfer`, in the order in which they were added, and earlier when the list is
  // full. False: some memory there is not accessible; what was added before it has moved.
  bool add(std::byte* local, std::byte* remote, std::size_t size);
  bool transfer();

  // All of it: as many bytes as both layouts have. `there.address` is of the other process.
  bool copy(const Layout& here, const Layout& there);

 private:
  static bool extend(iovec& last, std::byte* address, std::size_t size, std::size_t count);
  void take_back(std::size_t size);

  static constexpr std::size_t kMost = 256;
  pid_t pid_;
  Direction direction_;
  std::size_t locals_ = 0;
  std::size_t remotes_ = 0;
  iovec storage_local_[kMost + 1];
  iovec storage_remote_[kMost + 1];
  // Element -1 exists, so that one can name "the last one" of an empty list.
  iovec* const local_ = storage_local_ + 1;
  iovec* const remote_ = storage_remote_ + 1;
};

}  // namespace fencepost::rma
