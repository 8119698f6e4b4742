// A window is freed with two epochs open, each without its closing call: two mistakes. Locks of one statement are one.
// finds: start FP-EPOCH-013
// finds: post FP-EPOCH-013
// finds: locks FP-EPOCH-013
// says: MPI_Win_unlock has to be called for each of ranks 0 and 1 before MPI_Win_free at both_epochs_left_open.c:28.
#include "corpus.h"

int main(void) {
  MPI_Win win, locked;
  MPI_Group all, other;
  start_mpi();
  make_window(&win, 1);
  make_window(&locked, 1);
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  const int peer = 1 - rank;
  MPI_Group_incl(all, 1, &peer, &other);
  MPI_Win_post(other, 0, win);   // FINDS(post)
  MPI_Win_start(other, 0, win);  // FINDS(start)
  if (rank == 0) {
    for (int i = 0; i < ranks; i++) MPI_Win_lock(MPI_LOCK_SHARED, i, 0, locked);  // FINDS(locks)
  } else {
    MPI_Win_complete(win);
  }
  MPI_Win_free(&win);           // FINDS(start, post)
  MPI_Group_free(&all);
  MPI_Group_free(&other);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&locked);  // FINDS(locks)
  return end_mpi();
}
