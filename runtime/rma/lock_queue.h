// The lock of one rank's window part: shared or exclusive, in memory that the processes of a machine share.
//
// A process that has to wait takes a number, and is let in by the order of numbers. Handing the lock to the next of the
// queue each time would cost a switch of processes. So a process that asks for it exclusively may pass the queue while
// it is free: until the first of the queue has been awake, found it taken, and been patient for kPatience. From then on
// it is kept for that one. So a wait is bounded by the sections of those before, and a moment for each.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "recorder/invariant.h"
#include "rma/waiting.h"

namespace fencepost::rma {

class LockQueue {
 public:
  static constexpr std::uint64_t kPatience = 100'000;  // ns

  // Blocking. Return the number of the grant among the grants and releases of this lock.
  std::uint32_t lock_shared() {
    if (const std::uint32_t sequence = try_lock_shared()) return sequence;
    return wait_for([this](std::uint32_t number) { return enter_shared(number); });
  }
  std::uint32_t lock_exclusive() {
    if (const std::uint32_t sequence = overtake_exclusive()) return sequence;
    return wait_for([this](std::uint32_t number) { return enter_exclusive(number); });
  }

  // For callers that cannot block: 0 if somebody else's hold is in the way, or somebody waits for it.
  std::uint32_t try_lock_shared() { return somebody_waits() || !hold_shared() ? 0 : count(); }
  std::uint32_t try_lock_exclusive() { return somebody_waits() || !hold_exclusive() ? 0 : count(); }
  // Passes the queue, if its first is still patient; 0: not possible.
  std::uint32_t overtake_exclusive() { return patience_is_over() || !hold_exclusive() ? 0 : count(); }

  // For callers that queue for somebody else: take a number, then ask again and again: 0 while it is not granted.
  std::uint32_t take_number() { return next_.fetch_add(1, std::memory_order_seq_cst); }
  std::uint32_t enter_shared(std::uint32_t number) {
    if (serving_.load(std::memory_order_seq_cst) != number) return 0;
    if (!hold_shared()) return lose_patience();
    const std::uint32_t sequence = count();
    serve_next(number);
    ring();  // the next may share it
    return sequence;
  }
  std::uint32_t enter_exclusive(std::uint32_t number) {
    if (serving_.load(std::memory_order_seq_cst) != number) return 0;
    if (!hold_exclusive()) return lose_patience();
    const std::uint32_t sequence = count();
    serve_next(number);
    return sequence;
  }

  // The same without a number, for locks that may not have to be reported (look_lock.h); and the number that such a
  // lock gets after all, while it is held.
  bool hold_shared_at_once() { return !somebody_waits() && hold_shared(); }
  bool hold_exclusive_at_once() { return !patience_is_over() && hold_exclusive(); }
  std::uint32_t number() { return count(); }
  void give_back_unnumbered(bool exclusive) {
    if (exclusive)
      release_exclusive();
    else
      release_shared();
  }

  // Return the number of the release.
  std::uint32_t unlock_shared() {
    const std::uint32_t sequence = count();
    release_shared();
    return sequence;
  }
  std::uint32_t unlock_exclusive() {
    const std::uint32_t sequence = count();
    release_exclusive();
    return sequence;
  }

 private:
  static constexpr std::uint32_t kExclusive = 0x80000000u;
  static constexpr std::size_t kBells = 16;
  static constexpr int kPauses = 16;  // between two looks, so that the last holder may take the lock again

  void release_shared() {
    const std::uint32_t before = holders_.fetch_sub(1, std::memory_order_acq_rel);
    FENCEPOST_EXPECT(before != 0 && (before & kExclusive) == 0, "a process that gives up a shared lock holds it");
    if (before == 1) ring();
  }
  void release_exclusive() {
    FENCEPOST_EXPECT(holders_.load(std::memory_order_relaxed) == kExclusive, "its holder gives up an exclusive lock");
    holders_.store(0, std::memory_order_release);
    ring();
  }

  template <class Enter>
  std::uint32_t wait_for(Enter&& enter) {
    const std::uint32_t number = take_number();
    std::uint32_t sequence = 0;
    bells_[number % kBells].wait([&] { return (sequence = enter(number)) != 0; }, kPauses);
    return sequence;
  }

  std::uint32_t count() { return sequence_.fetch_add(1, std::memory_order_relaxed) + 1; }
  bool somebody_waits() const {
    return next_.load(std::memory_order_relaxed) != serving_.load(std::memory_order_relaxed);
  }
  bool patience_is_over() const {
    const std::uint64_t since = impatient_since_.load(std::memory_order_relaxed);
    return since != 0 && now_nanoseconds() - since > kPatience;
  }

  bool hold_shared() {
    std::uint32_t seen = holders_.load(std::memory_order_seq_cst);
    while (!(seen & kExclusive)) {
      if (holders_.compare_exchange_weak(seen, seen + 1, std::memory_order_seq_cst)) return true;
    }
    return false;
  }
  bool hold_exclusive() {
    std::uint32_t seen = holders_.load(std::memory_order_seq_cst);
    return seen == 0 && holders_.compare_exchange_strong(seen, kExclusive, std::memory_order_seq_cst);
  }

  // Only the first of the queue calls these two.
  std::uint32_t lose_patience() {
    if (impatient_since_.load(std::memory_order_relaxed) == 0) {
      impatient_since_.store(now_nanoseconds(), std::memory_order_relaxed);
    }
    return 0;
  }
  void serve_next(std::uint32_t number) {
    impatient_since_.store(0, std::memory_order_relaxed);
    serving_.store(number + 1, std::memory_order_seq_cst);
  }

  // Wakes the first of the queue.
  void ring() {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    const std::uint32_t first = serving_.load(std::memory_order_relaxed);
    if (next_.load(std::memory_order_relaxed) != first) bells_[first % kBells].ring();
  }

  std::atomic<std::uint32_t> holders_{0};          // how many share it, or kExclusive
  std::atomic<std::uint32_t> next_{0};             // number of the next to ask
  std::atomic<std::uint32_t> serving_{0};          // number of the first of the queue
  std::atomic<std::uint32_t> sequence_{0};         // of grants and releases
  std::atomic<std::uint64_t> impatient_since_{0};  // when the first of the queue first found it taken; 0: not yet
  Bell bells_[kBells];                             // of the queue, by number
};

}  // namespace fencepost::rma
