// A lock for short sections, between threads and processes. If a holder has died, others notice and take the lock over.
#pragma once

#include <atomic>
#include <cstdint>

#include "record/mutex.h"

namespace fencepost::rma {

class FENCEPOST_LOCK ProcessMutex {
 public:
  void lock() FENCEPOST_LOCKS {
    std::uint32_t expected = 0;
    if (!word_.compare_exchange_strong(expected, self(), std::memory_order_acquire)) lock_slowly();
  }
  bool try_lock() FENCEPOST_THREAD_SAFETY(try_acquire_capability(true)) {
    std::uint32_t expected = 0;
    return word_.compare_exchange_strong(expected, self(), std::memory_order_acquire);
  }
  void unlock() FENCEPOST_UNLOCKS {
    if (word_.exchange(0, std::memory_order_release) & kWaiters) wake();
  }

 private:
  static constexpr std::uint32_t kWaiters = 0x80000000u;  // the rest: process number of the holder
  static std::uint32_t self();
  void lock_slowly();
  void wake();

  std::atomic<std::uint32_t> word_{0};
};

}  // namespace fencepost::rma
