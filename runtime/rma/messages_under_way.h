// What this process has sent to one rank of a window and does not know to have taken effect there. A put has no answer
// of its own: the answer to a flush covers all puts before it. Every other operation is answered. Any thread.
#pragma once

#include <atomic>
#include <cstdint>

#include "recorder/invariant.h"

namespace fencepost::rma {

class MessagesUnderWay {
 public:
  void add_put() { puts_.fetch_add(1, std::memory_order_relaxed); }
  std::uint64_t puts() const { return puts_.load(std::memory_order_acquire); }  // ever
  bool are_flushed(std::uint64_t puts) const { return flushed_.load(std::memory_order_acquire) >= puts; }
  // A flush is answered that was sent after so many puts.
  void note_flushed(std::uint64_t puts) {
    std::uint64_t flushed = flushed_.load(std::memory_order_relaxed);
    while (flushed < puts && !flushed_.compare_exchange_weak(flushed, puts)) {
    }
  }

  void add(bool fetches) {
    operations_.fetch_add(1, std::memory_order_relaxed);
    if (fetches) fetches_.fetch_add(1, std::memory_order_relaxed);
  }
  void note_answered(bool fetches) {
    if (fetches) take_one(fetches_);
    take_one(operations_);
  }
  bool are_answered() const { return operations_.load(std::memory_order_acquire) == 0; }
  bool fetches_are_answered() const { return fetches_.load(std::memory_order_acquire) == 0; }

  // (The number that may grow meanwhile is read last.)
  std::uint64_t count() const {
    const std::uint64_t flushed = flushed_.load();
    return puts_.load() - flushed + operations_.load(std::memory_order_relaxed);
  }

 private:
  static void take_one(std::atomic<std::uint32_t>& from) {
    const std::uint32_t before = from.fetch_sub(1, std::memory_order_release);
    FENCEPOST_EXPECT(before > 0, "only what was asked is answered");
  }

  std::atomic<std::uint64_t> puts_{0};
  std::atomic<std::uint64_t> flushed_{0};
  std::atomic<std::uint32_t> operations_{0};  // that are no puts
  std::atomic<std::uint32_t> fetches_{0};     // of these
};

}  // namespace fencepost::rma
