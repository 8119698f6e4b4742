// Locks and flushes.
//
// A lock is taken in the call, unless the schedule puts it off; that of lock_all at the first operation on each target,
// because it may cover thousands of ranks that are never touched. Taken at once in any case is what protects loads and
// stores: the lock of this process's own part, and of every part of a window in shared memory.
#include <mpi.h>

#include "recorder/recorder.h"
#include "rma/epochs.h"
#include "rma/operations.h"
#include "rma/transport.h"

namespace fencepost::rma {
namespace {

bool reached_by_loads(const Window& window, const Target& target) {
  return window.flavor == WindowFlavor::kAllocateShared || rank_of(window, target) == window.rank;
}

void begin_lock(Target& target, Lock type, std::uint32_t asserts) {
  target.lock = type;
  target.lock_granted = false;
  target.lock_unchecked = (asserts & kNoCheck) != 0;
  target.open = target.lock_unchecked;
  target.used = false;
}

void finish(Window& window, Target& target, Guard& guard) {
  drain(window, target, guard);
  guard.unlock();
  target.transport->finish(window, target);
  guard.lock();
}

void end_lock(Window& window, Target& target, Guard& guard) {
  if (target.used || !target.waiting.empty()) {
    finish(window, target, guard);
  } else {
    std::atomic_thread_fence(std::memory_order_seq_cst);
  }
  // Asked for and not waited for yet: it will be granted, and must be given back.
  if (!target.lock_granted && target.lock_ticket != 0) take_lock(window, target, guard);
  if (target.lock_granted) {
    const std::uint32_t sequence = target.transport->unlock(window, target, target.lock);
    record::write(event::LockReleased{window.id, rank_of(window, target), sequence});
  }
  target.lock = Lock::kNone;
  target.lock_granted = false;
  target.open = false;
  target.used = false;
}

int misplaced_lock(const Window& window) {
  if (window.hints.no_locks) return MPI_ERR_RMA_SYNC;
  return window.all_locked || window.started || (window.fence_open && window.fence_used) ? MPI_ERR_RMA_SYNC
                                                                                         : MPI_SUCCESS;
}

}  // namespace

void note_granted(Window& window, Target& target, std::uint32_t sequence) {
  target.lock_granted = true;
  record::write(event::LockGranted{window.id, rank_of(window, target), sequence});
}

void take_lock(Window& window, Target& target, Guard& guard) {
  // One thread takes it; others that need it meanwhile wait for that one.
  while (target.lock_being_taken) {
    guard.unlock();
    own_block().bell.wait([&] { return !target.lock_being_taken; });
    guard.lock();
  }
  if (target.lock_granted || target.lock_unchecked || target.lock == Lock::kNone) return;
  const Lock type = target.lock;
  target.lock_being_taken = true;
  guard.unlock();
  const std::uint32_t sequence = target.transport->lock(window, target, type);
  guard.lock();
  note_granted(window, target, sequence);
  target.open = true;
  target.lock_being_taken = false;
  own_block().bell.ring();
}

int lock(Window& window, Lock type, int rank, std::uint32_t asserts) {
  Guard guard(window.mutex);
  Target& target = window.target(rank);
  if (target.lock != Lock::kNone) return MPI_ERR_RMA_SYNC;
  const int misplaced = misplaced_lock(window);
  begin_lock(target, type, asserts);
  ++window.locked;
  if (reached_by_loads(window, target) || !window.schedule.defers_lock()) take_lock(window, target, guard);
  return misplaced;
}

int unlock(Window& window, int rank) {
  Guard guard(window.mutex);
  Target& target = window.target(rank);
  if (target.lock == Lock::kNone || window.all_locked) return MPI_ERR_RMA_SYNC;
  end_lock(window, target, guard);
  --window.locked;
  return MPI_SUCCESS;
}

int lock_all(Window& window, std::uint32_t asserts) {
  Guard guard(window.mutex);
  if (window.all_locked || window.locked > 0) return MPI_ERR_RMA_SYNC;
  const int misplaced = misplaced_lock(window);
  window.all_locked = true;
  for (int rank = 0; rank < window.size; ++rank) begin_lock(window.target(rank), Lock::kShared, asserts);
  for (int rank = 0; rank < window.size; ++rank) {
    if (reached_by_loads(window, window.target(rank))) take_lock(window, window.target(rank), guard);
  }
  return misplaced;
}

int unlock_all(Window& window) {
  Guard guard(window.mutex);
  if (!window.all_locked) return MPI_ERR_RMA_SYNC;
  for (int rank = 0; rank < window.size; ++rank) end_lock(window, window.target(rank), guard);
  window.all_locked = false;
  return MPI_SUCCESS;
}

int flush(Window& window, int rank, bool locally) {
  Guard guard(window.mutex);
  Target& target = window.target(rank);
  if (target.lock == Lock::kNone) return MPI_ERR_RMA_SYNC;
  if (!target.used) return MPI_SUCCESS;
  if (locally) {
    drain_locally(window, target, guard);
    guard.unlock();
    target.transport->finish_locally(window, target);
  } else {
    finish(window, target, guard);
  }
  return MPI_SUCCESS;
}

int flush_all(Window& window, bool locally) {
  bool passive = false;
  for (int rank = 0; rank < window.size; ++rank) {
    if (flush(window, rank, locally) == MPI_SUCCESS) passive = true;
  }
  return passive ? MPI_SUCCESS : MPI_ERR_RMA_SYNC;
}

// The standard wants a passive epoch; so many programs call it elsewhere that this is left to the rules.
int sync(Window&) {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  return MPI_SUCCESS;
}

bool has_open_epoch(const Window& window) {
  return window.all_locked || window.locked > 0 || window.started || window.posted || window.fence_used;
}

void close_epochs(Window& window) {
  Guard guard(window.mutex);
  for (int rank = 0; rank < window.size; ++rank) {
    Target& target = window.target(rank);
    if (target.lock != Lock::kNone) {
      end_lock(window, target, guard);
    } else if (target.used || !target.waiting.empty()) {
      // A target that never posted will not: its operations are dropped with the window.
      if (!target.started || try_open(window, target)) finish(window, target, guard);
    }
  }
  window.all_locked = false;
  window.locked = 0;
}

}  // namespace fencepost::rma
