// The last rank has no neighbour and no buffer for it. Libraries differ (MPICH refuses the first call, and without
// Fencepost the program aborts there).
// options: --strict
// finds: nobody FP-RANGE-005
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 8);
  const int right = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;
  int edge[2] = {-1, -1};
  int* const halo = right == MPI_PROC_NULL ? NULL : edge;
  MPI_Win_fence(0, win);
  MPI_Get(halo, 2, MPI_INT, right, 0, 2, MPI_INT, win);  // FINDS(nobody)
  MPI_Win_fence(0, win);
  REQUIRE(right == MPI_PROC_NULL || edge[0] + edge[1] == 0);
  MPI_Win_free(&win);
  return end_mpi();
}
