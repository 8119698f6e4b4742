// An origin frees the window instead of completing its epoch: the free waits for the target, which waits for the complete.
// finds: open FP-EPOCH-013
// options: --hang-timeout 2
// says: fix Add MPI_Win_complete(win) after MPI_Put at freed_without_complete.c:18, in the same block as MPI_Win_start at freed_without_complete.c:17. Tried
// says: Rank 1 waits in MPI_Win_wait at freed_without_complete.c:21
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
    MPI_Win_start(other, 0, win);                         // FINDS(open)
    MPI_Put(&ranks, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  } else {
    MPI_Win_post(other, 0, win);
    MPI_Win_wait(win);  // FINDS(open)
  }
  MPI_Win_free(&win);  // FINDS(open)
  MPI_Group_free(&all);
  MPI_Group_free(&other);
  return end_mpi();
}
