// A fence with MPI_MODE_NOPUT, followed by a put into that window.
// finds: assert FP-ASSERT-004
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  MPI_Win_fence(MPI_MODE_NOPUT, win);                                  // FINDS(assert)
  if (rank == 0) MPI_Put(&ranks, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(assert:put)
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
