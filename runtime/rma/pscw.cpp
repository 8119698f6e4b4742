// Post, start, complete, wait: each pair of ranks counts its posts and its completes, so that the k-th start meets the
// k-th post and the k-th wait the k-th complete, however far one side is ahead. Nothing has to be matched by hand.
#include <algorithm>
#include <span>
#include <vector>

#include <mpi.h>

#include "rma/epochs.h"
#include "rma/operations.h"
#include "rma/requests.h"
#include "rma/transport.h"

namespace fencepost::rma {
namespace {

// Counters wrap around; a difference does not mind.
bool reached(std::uint32_t count, std::uint32_t expected) {
  return static_cast<std::int32_t>(count - expected) >= 0;
}

bool is_completed(const Window& window, int origin) {
  return reached(window.control.own_counters[origin].completes.load(std::memory_order_acquire),
                 window.targets[static_cast<std::size_t>(origin)].expected.completes);
}

bool all_completed(const Window& window, std::span<const int> group) {
  return std::ranges::all_of(group, [&](int origin) { return is_completed(window, origin); });
}

// Everything that was called for the target is done there, and the target learns so.
void complete_at(Window& window, Target& target) FENCEPOST_REQUIRES(window.mutex) {
  drain(window, target);
  if (target.used) {
    window.mutex.unlock();
    target.transport->finish(window, target);
    window.mutex.lock();
  }
  target.started = false;
  target.end_epoch();
  target.transport->complete(window, target);
}

}  // namespace

bool is_posted(const Window& window, const Target& target) {
  return reached(window.control.own_counters[rank_of(window, target)].posts.load(std::memory_order_acquire),
                 target.expected.posts);
}

int post(Window& window, std::span<const int> group, std::uint32_t) {
  const Guard guard(window.mutex);
  if (window.epochs.posted && refuses_unlocked(window)) return MPI_ERR_RMA_SYNC;
  window.epochs.begin_exposure();
  std::atomic_thread_fence(std::memory_order_seq_cst);
  for (const int origin : group) {
    Target& target = window.target(origin);
    // A group that is posted to twice at once, in a program that goes on, is exposed until the later complete.
    if (std::find(window.epochs.post_group.begin(), window.epochs.post_group.end(), origin) ==
        window.epochs.post_group.end()) {
      window.epochs.post_group.push_back(origin);
    }
    ++target.expected.completes;
    target.transport->post(window, target);
  }
  return MPI_SUCCESS;
}

int start(Window& window, std::span<const int> group, std::uint32_t) {
  const Guard guard(window.mutex);
  const bool misplaced = window.epochs.started || window.epochs.has_locks() || window.epochs.fence_used;
  if (misplaced && refuses_unlocked(window)) return MPI_ERR_RMA_SYNC;
  window.epochs.begin_access();
  for (const int rank : group) {
    Target& target = window.target(rank);
    if (target.started) continue;
    target.started = true;
    target.open = false;
    ++target.expected.posts;
    window.epochs.start_group.push_back(rank);
  }
  if (window.schedule.start_waits()) {
    for (const int rank : group) open(window, window.target(rank));
  }
  return misplaced ? MPI_ERR_RMA_SYNC : MPI_SUCCESS;
}

int complete(Window& window) {
  const ShowsKeptRequest shows;
  const Guard guard(window.mutex);
  if (!window.epochs.started) return MPI_ERR_RMA_SYNC;
  // First those that are open already, so that their waiting owners go on.
  std::vector<int> rest;
  std::atomic_thread_fence(std::memory_order_seq_cst);
  for (const int rank : window.epochs.start_group) {
    if (window.target(rank).waiting.empty() || try_open(window, window.target(rank))) {
      complete_at(window, window.target(rank));
    } else {
      rest.push_back(rank);
    }
  }
  for (const int rank : rest) complete_at(window, window.target(rank));
  window.epochs.end_access();
  return MPI_SUCCESS;
}

int wait(Window& window) {
  const Guard guard(window.mutex);
  if (!window.epochs.posted) return MPI_ERR_RMA_SYNC;
  const std::vector<int> group = window.epochs.post_group;
  window.mutex.unlock();
  own_block().bell.wait([&] { return all_completed(window, group); });
  window.mutex.lock();
  window.epochs.end_exposure();
  return MPI_SUCCESS;
}

int test(Window& window, bool& flag) {
  {
    const Guard guard(window.mutex);
    flag = true;
    if (!window.epochs.posted) return MPI_ERR_RMA_SYNC;
    flag = all_completed(window, window.epochs.post_group);
    if (flag) {
      window.epochs.end_exposure();
      return MPI_SUCCESS;
    }
  }
  make_progress();
  return MPI_SUCCESS;
}

}  // namespace fencepost::rma
