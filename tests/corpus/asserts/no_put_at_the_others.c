// MPI_MODE_NOPUT concerns the caller's own window: only the process that is put to leaves it out.
// near: FP-ASSERT-004
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  MPI_Win_fence(rank == 1 ? 0 : MPI_MODE_NOPUT, win);
  if (rank == 0) MPI_Put(&ranks, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  REQUIRE(rank == 0 || memory[0] == ranks);
  MPI_Win_free(&win);
  return end_mpi();
}
