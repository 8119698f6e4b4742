// The lock of one rank's window part: shared or exclusive, granted in the order of asking, in memory that the processes
// of a machine share. Everybody takes a number; readers are let in as soon as all writers before them are gone, writers
// when all before them are.
#pragma once

#include <atomic>
#include <cstdint>

#include "rma/waiting.h"

namespace fencepost::rma {

class LockQueue {
 public:
  // Blocking. Return the number of the grant among the grants and releases of this lock.
  std::uint32_t lock_shared() {
    const std::uint32_t number = next_.fetch_add(1, std::memory_order_relaxed);
    bell_.wait([&] { return shared_ready(number); });
    return enter_shared();
  }
  std::uint32_t lock_exclusive() {
    const std::uint32_t number = next_.fetch_add(1, std::memory_order_relaxed);
    bell_.wait([&] { return exclusive_ready(number); });
    return enter_exclusive();
  }

  // For those who cannot block: 0 if somebody else would have to go first.
  std::uint32_t try_lock_shared() {
    std::uint32_t number = readers_.load(std::memory_order_acquire);
    if (!next_.compare_exchange_strong(number, number + 1, std::memory_order_acquire)) return 0;
    return enter_shared();
  }
  std::uint32_t try_lock_exclusive() {
    std::uint32_t number = writers_.load(std::memory_order_acquire);
    if (!next_.compare_exchange_strong(number, number + 1, std::memory_order_acquire)) return 0;
    return enter_exclusive();
  }

  // For those who queue for somebody else: take a number, ask again and again, then enter.
  std::uint32_t take_number() { return next_.fetch_add(1, std::memory_order_relaxed); }
  bool shared_ready(std::uint32_t number) const { return readers_.load(std::memory_order_acquire) == number; }
  bool exclusive_ready(std::uint32_t number) const { return writers_.load(std::memory_order_acquire) == number; }
  std::uint32_t enter_shared() {
    const std::uint32_t sequence = sequence_.fetch_add(1, std::memory_order_relaxed) + 1;
    readers_.fetch_add(1, std::memory_order_release);
    bell_.ring();
    return sequence;
  }
  std::uint32_t enter_exclusive() { return sequence_.fetch_add(1, std::memory_order_relaxed) + 1; }

  // Return the number of the release.
  std::uint32_t unlock_shared() {
    const std::uint32_t sequence = sequence_.fetch_add(1, std::memory_order_relaxed) + 1;
    writers_.fetch_add(1, std::memory_order_release);
    bell_.ring();
    return sequence;
  }
  std::uint32_t unlock_exclusive() {
    const std::uint32_t sequence = sequence_.fetch_add(1, std::memory_order_relaxed) + 1;
    readers_.fetch_add(1, std::memory_order_release);
    writers_.fetch_add(1, std::memory_order_release);
    bell_.ring();
    return sequence;
  }

 private:
  std::atomic<std::uint32_t> next_{0};     // number of the next to ask
  std::atomic<std::uint32_t> readers_{0};  // number that may enter shared
  std::atomic<std::uint32_t> writers_{0};  // number that may enter exclusively: all before it have left
  std::atomic<std::uint32_t> sequence_{0};
  Bell bell_;
};

}  // namespace fencepost::rma
