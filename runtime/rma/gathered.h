// Small transfers that a program makes one after the other, between its memory and memory that only their target has
// mapped: a system call for each would cost more than all of them together. Until a call completes them they may wait
// for each other.
//
// A few transfers without a flush are executed immediately, as the eager schedule says: so a program that has forgotten
// its flush behaves as it does without Fencepost. From the 17th since the last flush on, they are put together; from
// the first, if there were as many before that flush. If the program then does something else, or waits for an answer
// that needs them, a thread of ours executes what is left (gathered_watch.h); transfers to that target are not put
// together any more.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "handles/spin_lock.h"
#include "rma/gathered_watch.h"
#include "rma/kernel_copy.h"
#include "rma/operation.h"

namespace fencepost::rma {

// For one target; under the window's mutex, except what the watch does.
class Gathered final : public Watched {
 public:
  Gathered() = default;
  ~Gathered();
  Gathered(const Gathered&) = delete;
  Gathered& operator=(const Gathered&) = delete;

  // Takes the transfer, whose addresses are known; the origin's data has then been read. False: it has to be executed
  // by itself, after `transfer`.
  bool take(pid_t target, const Operation& operation);

  // All that was taken takes effect. False: some memory of the target was not accessible.
  bool transfer();
  // The same, because the program waits for it.
  bool finish();
  // Nothing can have been taken since then.
  bool is_finished() const { return since_finish_ == 0; }

  bool transfer_what_is_left() override;

 private:
  static constexpr std::size_t kLargest = 64;  // bytes
  static constexpr std::size_t kMost = 256;
  static constexpr std::uint32_t kFew = 16;

  struct Room {
    Room(pid_t target, KernelCopy::Direction direction) : copy(target, direction) {}
    handles::SpinLock lock;
    KernelCopy copy FENCEPOST_GUARDED_BY(lock);
    std::size_t transfers FENCEPOST_GUARDED_BY(lock) = 0;
    std::size_t bytes FENCEPOST_GUARDED_BY(lock) = 0;
    std::uint64_t taken FENCEPOST_GUARDED_BY(lock) = 0;  // ever
    std::uint64_t taken_at_last_look FENCEPOST_GUARDED_BY(lock) = 0;
    bool accessible FENCEPOST_GUARDED_BY(lock) = true;            // all of what the watch has executed
    std::byte data[kMost * kLargest] FENCEPOST_GUARDED_BY(lock);  // of puts
  };
  std::unique_ptr<Room> room_;               // null: nothing was ever taken
  std::uint32_t since_finish_ = 0;           // transfers that might have been taken
  bool many_before_ = false;                 // up to the last `finish`
  std::atomic<bool> was_left_alone_{false};  // the watch had to execute some
};

}  // namespace fencepost::rma
