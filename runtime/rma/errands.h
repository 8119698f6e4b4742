// Errands: moving many pieces of memory that only its owner has mapped. If the kernel copies between processes
// (cross_copy.h), each piece takes long; for the owner it takes next to nothing. So an origin packs the data into
// memory that both have mapped and says where it belongs, and the owner moves it; or the other way round.
//
// An errand belongs to the owner once the owner has taken it. If nobody takes it, the origin takes it back and does
// without: so nobody depends on what a process computes, or on whether it still lives. Errands lie in the owner's
// ProcessBlock, two of them, so that one is packed while the other is unpacked; one origin uses them at a time.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "rma/process_mutex.h"
#include "rma/waiting.h"

namespace fencepost::rma {

struct Errand {
  enum State : std::uint32_t { kFree, kPosted, kTaken, kDone, kRefused };
  enum class Direction : std::uint32_t { kRead, kWrite };  // of the owner's memory

  // `count` pieces of `size` bytes, `stride` bytes apart.
  struct Row {
    std::uint64_t address;
    std::int64_t size;
    std::int64_t stride;
    std::int64_t count;
  };
  static constexpr std::uint32_t kMostRows = 1024;
  static constexpr std::int64_t kMostBytes = 16 << 10;

  alignas(64) std::atomic<std::uint32_t> state{kFree};
  Direction direction{};
  int processor = -1;  // on which the origin waits
  std::uint32_t rows = 0;
  Bell bell;  // rings when it is done
  Row row[kMostRows];
  std::byte data[kMostBytes];  // of all rows, one after the other
};

struct Errands {
  ProcessMutex origin;  // who posts
  // What the owner can do, as far as it knows whether memory may be touched (memory/memory_check.h).
  enum Able : std::uint32_t { kNothing, kDense, kAll };
  std::atomic<std::uint32_t> able{kNothing};
  alignas(64) std::atomic<std::uint32_t> posted{0};
  std::atomic<std::uint32_t> asleep{0};  // nobody looks: the word below wakes
  std::atomic<std::uint32_t> wakes{0};
  std::atomic<std::uint32_t> end{0};
  Errand errand[2];

  // Somebody at the owner will look.
  void wake() {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (asleep.load(std::memory_order_relaxed) == 0 || asleep.exchange(0, std::memory_order_seq_cst) == 0) return;
    wakes.fetch_add(1, std::memory_order_seq_cst);
    futex_wake_all(wakes);
  }
};

}  // namespace fencepost::rma
