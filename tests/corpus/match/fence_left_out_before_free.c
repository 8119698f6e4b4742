// One process leaves out the last fence and frees the window: the others wait in the fence, and not somewhere behind it.
// ranks: 3
// finds: missing FP-MATCH-008
// options: --hang-timeout 2
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  MPI_Win_fence(0, win);
  if (rank != 1) MPI_Win_fence(0, win);  // FINDS(missing)
  MPI_Win_free(&win);                    // FINDS(missing)
  return end_mpi();
}
