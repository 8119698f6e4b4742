// The epochs of a process on a window, as its calls opened and closed them. The engine keeps them exactly as called,
// right or wrong (a second start replaces the first, a wait without a post does nothing). Rules look at the state
// before each event and say what is wrong with it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "job/definitions.h"
#include "job/place.h"

namespace fencepost {

enum class EpochKind : std::uint8_t { kFence, kStart, kLock, kLockAll };

// Locks held, by target and epoch.
struct AccessEpoch {
  EpochKind kind = EpochKind::kFence;
  WindowKey window;  // key
  ProcessId process;
  std::vector<Rank> targets;  // of the start group or the lock; empty for fence and lock_all
  LockType lock = LockType::kShared;
  std::uint32_t asserts = 0;  // of the opening call
  Place opened;
  Moment opened_at;
  Place closed;  // !known(): still open
  Moment closed_at;
  bool open = true;
  // RMA operations issued in it. A fence epoch without any is not an epoch (12.5.1): see `active`.
  std::uint64_t operations = 0;
  std::uint64_t updates = 0;  // puts and accumulates among them
  Place last_use;             // the last operation or flush in it
  bool active() const { return kind != EpochKind::kFence || operations > 0; }
  bool has_target(Rank rank) const;  // a member of the group, the locked rank; any rank for fence and lock_all
};

struct ExposureEpoch {
  WindowKey window;  // key
  ProcessId process;
  std::vector<Rank> origins;  // the group of the post
  std::uint32_t asserts = 0;
  Place opened;
  Moment opened_at;
  Place closed;
  Moment closed_at;
  bool open = true;
};

// Memory attached to a dynamic window.
struct Attachment {
  std::uint64_t address = 0, size = 0;
  Place attached;
  Moment at;
};

struct PendingOperations {       // issued by this process on this window, per target
  std::uint64_t not_local = 0;   // not complete at the origin
  std::uint64_t not_remote = 0;  // not complete at the target
};

// State of one process on one window.
struct WindowState {
  bool created = false;                // WindowCreateEnd was seen
  bool freed = false;                  // WindowFreeEnd was seen
  std::uint64_t fences = 0;            // fences begun
  std::shared_ptr<AccessEpoch> fence;  // since the last fence, unless that had NOSUCCEED; see AccessEpoch::active
  std::shared_ptr<AccessEpoch> start;  // between start and complete
  std::map<Rank, std::shared_ptr<AccessEpoch>> locks;  // by target
  std::shared_ptr<AccessEpoch> lock_all;
  std::shared_ptr<ExposureEpoch> exposure;  // between post and wait
  bool tested = false;                      // a successful MPI_Win_test ended the last exposure, and no post came since
  std::map<std::uint64_t, Attachment> attached;  // dynamic windows, by address
  std::map<Rank, PendingOperations> pending;
  Moment last_synchronization;  // last RMA synchronization call of this process on this window (NOSTORE rules)
  Place last_synchronization_place;

  // The epoch of an operation to `target`, in the order lock, lock_all, start, fence; null: none is open to it.
  std::shared_ptr<AccessEpoch> epoch_for(Rank target) const;
  // Whether any access epoch is open, except an inactive fence epoch.
  bool access_open() const;
  bool passive_open() const { return lock_all || !locks.empty(); }
};

}  // namespace fencepost
