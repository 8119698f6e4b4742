// Two mistakes that have nothing to do with each other. A displacement that is too large does not tell that a fence is
// missing.
// finds: promise FP-ASSERT-006
// finds: range FP-RANGE-001
// says: fix Remove MPI_MODE_NOPRECEDE from MPI_Win_fence at noprecede_beside_a_wrong_range.c:16 on all ranks. Tried on the recorded run: this fixes it and breaks nothing.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int got[3] = {0};
  start_mpi();
  make_window(&win, 4);
  for (int round = 0; round < 3; ++round) {
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);                                // FINDS(promise)
    MPI_Get(got, 3, MPI_INT, 1 - rank, 1 + (rank == 0), 3, MPI_INT, win);  // FINDS(range)
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);                                // FINDS(promise)
  }
  MPI_Win_free(&win);
  return end_mpi();
}
