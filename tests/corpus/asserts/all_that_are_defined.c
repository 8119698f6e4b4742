// Every assertion in a call that knows it, alone and with others, each one true.
// near: FP-ASSERT-009 FP-ASSERT-001 FP-ASSERT-004 FP-ASSERT-008
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group world, peer;
  start_mpi();
  int* memory = make_window(&win, 2);
  const int other = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &other, &peer);
  MPI_Win_fence(0, win);
  MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED, win);

  // No rank updates rank 1: it may post with NOPUT while rank 0 is posted to without it.
  MPI_Win_post(peer, MPI_MODE_NOCHECK | MPI_MODE_NOSTORE | (rank == 1 ? MPI_MODE_NOPUT : 0), win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_start(peer, MPI_MODE_NOCHECK, win);
  int got = -1;
  if (rank == 1) MPI_Put(&ranks, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  if (rank == 0) MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_complete(win);
  MPI_Win_wait(win);
  REQUIRE(rank == 1 ? got == -1 : got == 0 && memory[0] == ranks);
  MPI_Barrier(MPI_COMM_WORLD);

  // Shared locks without a check conflict with no other lock; an exclusive one requires that no other rank has any.
  MPI_Win_lock(MPI_LOCK_SHARED, 0, MPI_MODE_NOCHECK, win);
  MPI_Get(&got, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
  MPI_Win_unlock(0, win);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  MPI_Win_flush_all(win);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, MPI_MODE_NOCHECK, win);
  MPI_Put(&rank, 1, MPI_INT, rank, 1, 1, MPI_INT, win);
  MPI_Win_unlock(rank, win);
  MPI_Group_free(&peer);
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  return end_mpi();
}
