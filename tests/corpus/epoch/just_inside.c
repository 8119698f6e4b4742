// One epoch directly after the other, of every kind: each call is the last, or the first, that its epoch allows.
// near: FP-EPOCH-001 FP-EPOCH-002 FP-EPOCH-003 FP-EPOCH-004 FP-EPOCH-006 FP-EPOCH-010
// near: FP-EPOCH-012 FP-EPOCH-013 FP-EPOCH-014 FP-EPOCH-017
#include "corpus.h"

static int one = 1, got;

static void put(MPI_Win win, int target, int where) {
  MPI_Put(&one, 1, MPI_INT, target, where, 1, MPI_INT, win);
}

int main(void) {
  MPI_Win win, second;
  MPI_Group world, peer;
  start_mpi();
  const int other = 1 - rank;
  make_window(&win, 8);
  make_window(&second, 8);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &other, &peer);

  // A fence that closes, and opens nothing more; then start and post, twice; the second may follow the first at once.
  MPI_Win_fence(0, win);
  put(win, other, 0);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  for (int round = 0; round < 2; round++) {
    MPI_Win_post(peer, 0, win);
    MPI_Win_start(peer, 0, win);
    put(win, other, 1);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
  }
  // Exposed on one window, and locks on the other one. No operation to oneself in the access epoch of the peer's group.
  MPI_Win_post(peer, 0, win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, other, 0, second);
  put(second, other, 2 + rank);
  MPI_Win_unlock(other, second);
  MPI_Win_start(peer, 0, win);
  put(win, MPI_PROC_NULL, 0);
  MPI_Win_complete(win);
  MPI_Win_wait(win);
  MPI_Barrier(MPI_COMM_WORLD);  // now no window is exposed any more
  // A lock directly after the exposure; flushes of the locked target, of all, of nothing.
  MPI_Win_lock(MPI_LOCK_SHARED, other, 0, win);
  MPI_Win_flush(other, win);
  put(win, other, 4);
  MPI_Win_flush_local_all(win);
  MPI_Win_flush_all(win);
  MPI_Win_unlock(other, win);
  // lock_all directly after a lock; every target is in it, oneself included.
  MPI_Win_lock_all(0, win);
  MPI_Get(&got, 1, MPI_INT, rank, 6, 1, MPI_INT, win);
  MPI_Win_flush_local(rank, win);
  MPI_Get(&got, 1, MPI_INT, other, 6, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);  // the fence does not order what the locks of others are still doing to it: this does
  // A fence after that; it opens an epoch that nobody uses, and the windows may be freed.
  MPI_Win_fence(0, win);
  MPI_Win_fence(0, second);
  MPI_Group_free(&peer);
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  MPI_Win_free(&second);
  return end_mpi();
}
