// Small transfers that a program makes one after the other, between its memory and memory that only their target has
// mapped: a system call each would cost more than all of them together. They are complete when nothing says so yet
// (no flush has come), so they may wait for each other.
//
// Few programs mean it where only a few transfers stand together without a flush: those are executed at once, as the
// eager schedule says, until so many have come since the last flush; or, where that was so before it, from the first.
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
