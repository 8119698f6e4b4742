// MPI_Win_complete stands in the `if` that puts. The next start comes while the epoch is open, and the partner of that step
// lacks its end, too: one mistake.
// ranks: 4
// finds: open FP-EPOCH-004
// finds: left FP-EPOCH-013
// says: fix Close the epoch as FP-EPOCH-004 describes.
// options: --hang-timeout 2
// native: no (it hangs)
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group all, peer;
  start_mpi();
  make_window(&win, 4);
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  for (int step = 1; step < 4; step *= 2) {
    const int partner = rank ^ step;
    MPI_Group_incl(all, 1, &partner, &peer);
    MPI_Win_post(peer, 0, win);
    MPI_Win_start(peer, 0, win);  // FINDS(open, left)
    if (rank != 3) {
      MPI_Put(&rank, 1, MPI_INT, partner, rank, 1, MPI_INT, win);
      MPI_Win_complete(win);
    }
    MPI_Win_wait(win);  // FINDS(open, left)
    MPI_Group_free(&peer);
  }
  MPI_Group_free(&all);
  MPI_Win_free(&win);  // FINDS(left)
  return end_mpi();
}
