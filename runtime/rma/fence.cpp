// MPI_Win_fence, and the barrier of a window's ranks.
#include <mpi.h>

#include "rma/epochs.h"
#include "rma/operations.h"
#include "rma/requests.h"
#include "rma/transport.h"

namespace fencepost::rma {

void barrier(Window& window, Barrier WindowControl::* which) {
  if (window.all_local) {
    (window.control.shared->*which).arrive_and_wait(static_cast<std::uint32_t>(window.size));
    return;
  }
  MPI_Request request = MPI_REQUEST_NULL;
  if (PMPI_Ibarrier(window.barrier_communicator, &request) != MPI_SUCCESS) return;
  Bell& bell = own_block().bell;
  bell.wait([&] {
    int done = 0;
    PMPI_Test(&request, &done, MPI_STATUS_IGNORE);
    return done != 0;
  });
}

namespace {

// Open MPI lets a fence inside a start epoch through.
bool lets_through(const Window& window) FENCEPOST_REQUIRES(window.mutex) {
#if defined(OPEN_MPI)
  return window.epochs.started && !window.epochs.posted && !window.epochs.has_locks();
#else
  (void)window;
  return false;
#endif
}

}  // namespace

// Assertions are permissions to do less. What inconsistent ones would break is not worth what they save here. So every
// fence is a barrier, after which every target is open.
int fence(Window& window, std::uint32_t asserts) {
  const ShowsKeptRequest shows;
  const Guard guard(window.mutex);
  const bool misplaced = window.epochs.has_locks() || window.epochs.started || window.epochs.posted;
  if (misplaced && !lets_through(window) && refuses_unlocked(window)) return MPI_ERR_RMA_SYNC;
  for (int rank = 0; rank < window.size; ++rank) {
    Target& target = window.target(rank);
    if (!target.used && target.waiting.empty()) continue;
    drain(window, target);
    window.mutex.unlock();
    target.transport->finish(window, target);
    window.mutex.lock();
    target.pending.end();
    if (!target.lock.is_called() && !target.started) {
      target.open = false;
      target.used = false;
    }
  }
  window.mutex.unlock();
  std::atomic_thread_fence(std::memory_order_seq_cst);
  barrier(window, &WindowControl::fences);
  window.mutex.lock();
  window.epochs.fence = !(asserts & kNoSucceed);
  window.epochs.fence_used = false;
  return misplaced ? MPI_ERR_RMA_SYNC : MPI_SUCCESS;
}

}  // namespace fencepost::rma
