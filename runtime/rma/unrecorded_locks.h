// The locks that a thread holds and has not recorded (rma/look_lock.h). Who records them, and when.
//
// The thread records them before the next thing that it records. Other threads of the process may use them, too: a lock
// belongs to the process. So one that calls on such a window waits a moment until the lock is given back. If it is not
// (its thread waits, in a way that we do not see, for the one that calls), the other thread records the locks itself.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "record/event.h"
#include "recorder/looks.h"
#include "rma/target.h"

namespace fencepost::rma {

struct Looking;

class UnrecordedLocks final : public record::HeldLocks {
 public:
  static constexpr int kAllRanks = -1;

  struct One {
    Looking* window = nullptr;
    int rank = 0;                     // or kAllRanks
    std::span<const Target> targets;  // of this rank, or of all
    event::LockBegin begin;           // what would be recorded
  };

  // The calling thread has taken this one. If there are too many of them, all are recorded now.
  static void hold(const One& lock) noexcept;
  // Whether the calling thread holds this one, and nobody has recorded it.
  static bool is_held(const Looking& window, int rank) noexcept;
  // The calling thread is about to give back one that was held. False: somebody has recorded it since.
  static bool drop(const Looking& window, int rank) noexcept;

  // A process's own part of a window as it was when its lock was given back last.
  struct OwnPart {
    std::uint64_t window = 0;   // its id; 0: not known
    std::uint64_t stretch = 0;  // of looks
    std::size_t hash = 0;
  };
  // For the calling thread, which holds one.
  static OwnPart& own_part() noexcept;

 private:
  friend struct Looking;

  // kChanges: by its own thread. kEnds: somebody records them.
  enum class State : std::uint32_t { kFree, kChanges, kHeld, kEnds, kIsRecorded };

  static UnrecordedLocks* own_to_change() noexcept;
  void record_own() noexcept override;

  bool goes_from(State from, State to) noexcept {
    return state_.compare_exchange_strong(from, to, std::memory_order_acq_rel);
  }
  bool has_room() const noexcept { return count_ < locks_.size(); }
  One* find(const Looking& window, int rank) noexcept;
  bool any_of(const Looking& window) const noexcept;
  // Any thread.
  void record() noexcept;

  std::atomic<State> state_{State::kFree};
  std::size_t count_ = 0;
  std::array<One, 4> locks_;  // in the order in which they were taken
  OwnPart own_part_;
};

// Of a window.
struct Looking {
  std::atomic<UnrecordedLocks*> locks{nullptr};  // of the thread that has one on it

  // The calling thread calls on the window.
  void admit() noexcept {
    if (locks.load(std::memory_order_acquire) != nullptr) [[unlikely]]
      admit_beside_locks();
  }

  // Between two such locks of a thread: other threads that wait for the first to be given back go before the second.
  // False: they have not gone within a millisecond or so.
  bool lets_others_go() const noexcept { return waiting_.load(std::memory_order_relaxed) == 0 || waits_for_others(); }

 private:
  void admit_beside_locks() noexcept;
  bool waits_for_others() const noexcept;

  std::atomic<int> waiting_{0};  // threads
};

}  // namespace fencepost::rma
