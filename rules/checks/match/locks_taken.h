// The locks of MPI_Win_lock that each process holds, and the latest that it has released.
//
// How far a process has been replayed when another one's call is examined is a matter of chance. So some epochs are
// remembered, and the relevant ones are found by order, not by being last.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ids/ids.h"
#include "job/job.h"
#include "job/recycled.h"

namespace fencepost {

// A point in one thread.
struct ThreadPoint {
  std::uint32_t stream = 0, tick = 0;  // as in Moment
  ThreadPoint() = default;
  ThreadPoint(const Moment& moment) : stream(moment.stream), tick(moment.tick) {}  // NOLINT: it says less
  Moment moment() const { return {.stream = stream, .tick = tick}; }
};
// Whether one precedes the other on one thread.
inline bool precedes(ThreadPoint earlier, ThreadPoint later) {
  return earlier.stream == later.stream && earlier.tick <= later.tick;
}

// The last items of many.
template <class T, std::size_t kMost>
class LastOnes {
 public:
  void add(T item) {
    if (items_.size() < kMost) {
      items_.push_back(std::move(item));
    } else {
      items_[first_] = std::move(item);
      first_ = (first_ + 1) % kMost;
    }
  }
  std::size_t size() const { return items_.size(); }
  const T& operator[](std::size_t at) const { return items_[(first_ + at) % items_.size()]; }  // 0: the oldest

 private:
  std::vector<T> items_;
  std::size_t first_ = 0;
};

class LocksTaken {
 public:
  using Lock = std::pair<WindowKey, Rank>;  // window, target

  struct Hold {
    Place place;
    LockType type = LockType::kShared;
    ThreadPoint opened;
    std::shared_ptr<const OrderThen> known;  // what had happened before it was opened
  };
  struct Held : Hold {
    std::optional<ThreadPoint> taken;  // a call that has waited for the lock ends
    std::vector<std::size_t> nested;   // for the user of this class
  };
  using HeldLocks = RecyclingMap<Lock, Held>;
  struct Epoch {
    Place place;
    LockType type = LockType::kShared;
    ThreadPoint taken;  // no later than `closed`
    ThreadPoint closed;
  };

  HeldLocks& of(ProcessId process) { return processes_.grown(process).held; }
  // Null: it holds none.
  const HeldLocks* find(ProcessId process) const {
    return processes_.has(process) && !processes_[process].held.empty() ? &processes_[process].held : nullptr;
  }
  void taken(ProcessId process, const Lock& lock, const Moment& now);
  void refused(ProcessId process, const Lock& lock) { of(process).erase(lock); }
  void released(ProcessId process, HeldLocks::iterator held, const Moment& now);
  void window_gone(const Window& window);

  // The locks that the process held when it reached a call.
  std::vector<std::pair<Lock, Hold>> held_at(ProcessId process, const Moment& begun) const;
  // The last epoch of the process with this lock that it has released and for which this is true; null: none.
  template <class Is>
  const Epoch* last_epoch(ProcessId process, const Lock& lock, Is&& is) const;
  // When `other` has taken this lock the last time for sure before `hold` was opened.
  std::optional<ThreadPoint> taken_before(const Hold& hold, ProcessId other, const Lock& lock) const;

 private:
  struct Hash {
    std::size_t operator()(const Lock& lock) const {
      return static_cast<std::size_t>((lock.first.number() * 0x9e3779b97f4a7c15ULL) ^
                                      static_cast<std::uint64_t>(lock.second.number()));
    }
  };
  struct Released {
    Lock lock;
    Hold hold;
    ThreadPoint closed;
  };
  static constexpr std::size_t kMostPartners = 64;  // processes remembered for each lock: enough for an example
  static constexpr std::size_t kMostEpochs = 32;    // of one process
  using Epochs = LastOnes<Epoch, kMostEpochs>;
  struct OfProcess {
    HeldLocks held;
    LastOnes<Released, kMostEpochs> released;
    std::unordered_map<Lock, Epochs, Hash> epochs;
  };
  const Epochs* epochs_of(ProcessId process, const Lock& lock) const;

  PerProcess<OfProcess> processes_;
  std::unordered_map<Lock, std::size_t, Hash> partners_;  // how many processes have epochs of it
};

template <class Is>
const LocksTaken::Epoch* LocksTaken::last_epoch(ProcessId process, const Lock& lock, Is&& is) const {
  const Epochs* const epochs = epochs_of(process, lock);
  for (std::size_t i = epochs == nullptr ? 0 : epochs->size(); i-- > 0;) {
    if (is((*epochs)[i])) return &(*epochs)[i];
  }
  return nullptr;
}

}  // namespace fencepost
