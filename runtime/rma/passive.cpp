// Locks and flushes.
//
// The call takes the lock, unless the schedule puts it off. lock_all takes each lock at the first operation on that
// target, because it may cover thousands of ranks that are never touched. Locks that were put off are taken in the
// order of a thread's calls: programs may rely on an order that keeps them from waiting for each other in a circle. In
// any case, what protects loads and stores is taken in the call: the lock of this process's own part, and of every part
// of a window in shared memory.
#include <utility>

#include <mpi.h>

#include "recorder/looks.h"
#include "recorder/recorder.h"
#include "rma/epochs.h"
#include "rma/operations.h"
#include "rma/requests.h"
#include "rma/transport.h"
#include "rma/waiting.h"

namespace fencepost::rma {
namespace {

bool reached_by_loads(const Window& window, const Target& target) {
  return window.flavor == WindowFlavor::kAllocateShared || rank_of(window, target) == window.rank;
}

// The window of which this thread has put off locks last, by number: it may be gone. Its address names the thread.
constinit thread_local std::uint64_t window_with_locks_put_off __attribute__((tls_model("initial-exec"))) = 0;

void begin_lock(Target& target, Lock type, std::uint32_t asserts) {
  target.lock.begin(type, (asserts & kNoCheck) != 0);
  target.open = target.lock.unchecked;
  target.used = false;
}

void finish(Window& window, Target& target) FENCEPOST_REQUIRES(window.mutex) {
  drain(window, target);
  window.mutex.unlock();
  target.transport->finish(window, target);
  window.mutex.lock();
}

void end_lock(Window& window, Target& target) FENCEPOST_REQUIRES(window.mutex) {
  record::write_what_is_held();  // its grant has its number before the release
  if (target.used || !target.waiting.empty()) {
    finish(window, target);
  } else {
    std::atomic_thread_fence(std::memory_order_seq_cst);
  }
  // Asked for and not waited for yet: it will be granted, and must be given back.
  if (!target.lock.granted && target.lock.ticket != 0) take_lock(window, target);
  if (target.lock.granted) {
    const std::uint32_t sequence = target.transport->unlock(window, target, target.lock.type);
    record::write(event::LockReleased{window.id, rank_of(window, target), sequence});
  }
  target.lock.end();
  target.end_epoch();
}

// Another access epoch is open.
bool overlaps(const Window& window) FENCEPOST_REQUIRES(window.mutex) {
  return window.epochs.started || (window.epochs.fence && window.epochs.fence_used);
}

// The libraries do lock windows for which the program has promised not to.
int verdict_on_lock(const Window& window, bool overlapping) {
  return overlapping || window.hints.no_locks ? MPI_ERR_RMA_SYNC : MPI_SUCCESS;
}

}  // namespace

void take_locks_put_off(const Window& next) {
  if (window_with_locks_put_off == 0 || window_with_locks_put_off == next.id) return;
  Window* const window = window_by_id(std::exchange(window_with_locks_put_off, 0));
  if (window == nullptr) return;
  const Guard guard(window->mutex);
  for (int rank = 0; rank < window->size; ++rank) {
    Target& target = window->target(rank);
    const bool of_this_thread = target.lock.thread == &window_with_locks_put_off;
    if (of_this_thread && target.lock.is_put_off()) take_lock(*window, target);
  }
}

void note_granted(Window& window, Target& target, std::uint32_t sequence) {
  target.lock.note_granted();
  record::write(event::LockGranted{window.id, rank_of(window, target), sequence});
}

Target* earlier_lock(Window& window, const Target& target) {
  if (target.lock.order == 0 || window.epochs.locked < 2) return nullptr;
  Target* earliest = nullptr;
  for (int rank = 0; rank < window.size; ++rank) {
    Target& other = window.target(rank);
    if (!other.lock.is_put_off() || other.lock.thread != target.lock.thread) continue;
    if (other.lock.order >= target.lock.order) continue;
    if (earliest == nullptr || other.lock.order < earliest->lock.order) earliest = &other;
  }
  return earliest;
}

void take_lock(Window& window, Target& target) {
  while (Target* const earlier = earlier_lock(window, target)) take_lock(window, *earlier);
  // One thread takes it; others that need it meanwhile wait for that one.
  while (target.lock.being_taken) {
    window.mutex.unlock();
    own_block().bell.wait([&] { return !target.lock.being_taken; });
    window.mutex.lock();
  }
  if (!target.lock.is_still_to_be_granted()) return;
  const Lock type = target.lock.type;
  target.lock.being_taken = true;
  window.mutex.unlock();
  const std::uint32_t sequence = target.transport->lock(window, target, type);
  window.mutex.lock();
  note_granted(window, target, sequence);
  target.open = true;
  target.lock.being_taken = false;
  own_block().bell.ring();
}

int lock(Window& window, Lock type, int rank, std::uint32_t asserts) {
  take_locks_put_off(window);
  const Guard guard(window.mutex);
  Target& target = window.target(rank);
  if (target.lock.is_called()) return MPI_ERR_RMA_SYNC;
  const bool overlapping = overlaps(window);
  if (overlapping && refuses_unlocked(window)) return MPI_ERR_RMA_SYNC;
  begin_lock(target, type, asserts);
  ++window.epochs.locked;
  const int verdict = verdict_on_lock(window, overlapping);
  if (target.lock.unchecked) return verdict;
  target.lock.order = ++window.epochs.locks_called;
  target.lock.thread = &window_with_locks_put_off;
  // (A lock that is called wrong is taken at once: its grant tells that the call had an effect.)
  if (verdict != MPI_SUCCESS || reached_by_loads(window, target) || !window.schedule.defers_lock()) {
    take_lock(window, target);
  } else {
    window_with_locks_put_off = window.id;
  }
  return verdict;
}

int unlock(Window& window, int rank) {
  make_progress_now_and_then();
  const ShowsKeptRequest shows;
  const Guard guard(window.mutex);
  Target& target = window.target(rank);
  if (!target.lock.is_called() || window.epochs.all_locked) return MPI_ERR_RMA_SYNC;
  end_lock(window, target);
  window.epochs.end_lock();
  return MPI_SUCCESS;
}

int lock_all(Window& window, std::uint32_t asserts) {
  take_locks_put_off(window);
  const Guard guard(window.mutex);
  if (window.epochs.has_locks()) return MPI_ERR_RMA_SYNC;
  const bool overlapping = overlaps(window);
  if (overlapping && refuses_unlocked(window)) return MPI_ERR_RMA_SYNC;
  window.epochs.all_locked = true;
  for (int rank = 0; rank < window.size; ++rank) begin_lock(window.target(rank), Lock::kShared, asserts);
  for (int rank = 0; rank < window.size; ++rank) {
    if (reached_by_loads(window, window.target(rank))) take_lock(window, window.target(rank));
  }
  return verdict_on_lock(window, overlapping);
}

int unlock_all(Window& window) {
  const ShowsKeptRequest shows;
  const Guard guard(window.mutex);
  if (!window.epochs.all_locked) return MPI_ERR_RMA_SYNC;
  for (int rank = 0; rank < window.size; ++rank) end_lock(window, window.target(rank));
  window.epochs.all_locked = false;
  return MPI_SUCCESS;
}

int flush(Window& window, int rank, bool locally) {
  make_progress_now_and_then();
  const ShowsKeptRequest shows;
  Target& target = window.target(rank);
  {
    const Guard guard(window.mutex);
    if (!target.lock.is_called()) return MPI_ERR_RMA_SYNC;
    if (!target.used) return MPI_SUCCESS;
    if (!locally) {
      finish(window, target);
      target.pending.end();
      return MPI_SUCCESS;
    }
    drain_locally(window, target);
  }
  target.transport->finish_locally(window, target);
  return MPI_SUCCESS;
}

int flush_all(Window& window, bool locally) {
  bool passive = false;
  for (int rank = 0; rank < window.size; ++rank) {
    if (flush(window, rank, locally) == MPI_SUCCESS) passive = true;
  }
  return passive ? MPI_SUCCESS : MPI_ERR_RMA_SYNC;
}

// The standard wants a passive epoch; but so many programs call it elsewhere that the rules decide about it.
int sync(Window&) {
  make_progress_now_and_then();
  std::atomic_thread_fence(std::memory_order_seq_cst);
  return MPI_SUCCESS;
}

bool has_open_epoch(Window& window) {
  const Guard guard(window.mutex);
  return window.epochs.any();
}

void close_epochs(Window& window) {
  const Guard guard(window.mutex);
  for (int rank = 0; rank < window.size; ++rank) {
    Target& target = window.target(rank);
    if (target.lock.is_called()) {
      end_lock(window, target);
    } else if (target.used || !target.waiting.empty()) {
      // A target that never posted will not: its operations are dropped with the window.
      if (!target.started || try_open(window, target)) finish(window, target);
    }
  }
  window.epochs.all_locked = false;
  window.epochs.locked = 0;
}

}  // namespace fencepost::rma
