// The origin never completes its epoch, so the target's MPI_Win_test never returns true: that its exposure epoch is
// open when the window is freed follows from that.
// finds: origin FP-EPOCH-013
// finds: target FP-EPOCH-013
// says: and so error FP-EPOCH-013 Window freed while an epoch is open Rank 1 frees
// says: 1 finding (1 error), 1 consequence in 2 ranks
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group all, other;
  start_mpi();
  make_window(&win, 1);
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  const int peer = 1 - rank;
  MPI_Group_incl(all, 1, &peer, &other);
  if (rank == 0) {
    MPI_Win_start(other, 0, win);  // FINDS(origin)
    MPI_Put(&ranks, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    // MPI_Win_complete(win);
  } else {
    MPI_Win_post(other, 0, win);  // FINDS(target)
    int over = 0;
    for (int tries = 0; tries < 10 && !over; tries++) MPI_Win_test(win, &over);
  }
  MPI_Win_free(&win);  // FINDS(origin, target)
  MPI_Group_free(&all);
  MPI_Group_free(&other);
  return end_mpi();
}
