// The wait is left out in the last step of each round. The epoch that is open when the window is freed is that mistake,
// and no further wait before the free mends it.
// finds: again FP-EPOCH-006
// finds: left FP-EPOCH-013
// says: fix Close the epoch as FP-EPOCH-006 describes.
#include "corpus.h"

enum { kSteps = 2 };

int main(void) {
  MPI_Win win;
  MPI_Group all, other;
  start_mpi();
  const int peer = 1 - rank;
  make_window(&win, 1);
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &peer, &other);
  for (int round = 0; round < 3; ++round)
    for (int step = 0; step < kSteps; ++step) {
      MPI_Win_post(other, 0, win);  // FINDS(again, left)
      MPI_Win_start(other, 0, win);
      MPI_Win_complete(win);
      if (step < kSteps - 1) MPI_Win_wait(win);
    }
  MPI_Group_free(&all);
  MPI_Group_free(&other);
  MPI_Win_free(&win);  // FINDS(left)
  return end_mpi();
}
