// Small transfers that a program makes one after the other, between its memory and memory that only their target has
// mapped: a system call each would cost more than all of them together. Until a call completes them they may wait for
// each other.
//
// A few transfers without a flush are executed at once, as the eager schedule says, so that a program that has
// forgotten its flush goes on as it does without Fencepost. From the 17th since the last flush on they are put
// together; from the first, where as many stood before that flush.
#pragma once

#include <cstdint>
#include <memory>

#include "rma/kernel_copy.h"
#include "rma/operation.h"

namespace fencepost::rma {

// Of one target; under the window's mutex.
class Gathered {
 public:
  // Takes the transfer, whose addresses are known; the origin's data has been read then. False: it has to be executed
  // by itself, after `transfer`.
  bool take(pid_t target, const Operation& operation);

  // All that was taken takes effect. False: some memory of the target was not accessible.
  bool transfer();
  // The same, because the program waits for it.
  bool finish();

 private:
  static constexpr std::size_t kLargest = 64;  // bytes
  static constexpr std::size_t kMost = 256;
  static constexpr std::uint32_t kFew = 16;

  struct Room {
    Room(pid_t target, KernelCopy::Direction direction) : copy(target, direction) {}
    KernelCopy copy;
    std::size_t transfers = 0;
    std::size_t bytes = 0;
    std::byte data[kMost * kLargest];  // of puts
  };
  std::unique_ptr<Room> room_;      // null: nothing was ever taken
  std::uint32_t since_finish_ = 0;  // transfers that might have been taken
  bool many_before_ = false;        // up to the last `finish`
};

}  // namespace fencepost::rma
