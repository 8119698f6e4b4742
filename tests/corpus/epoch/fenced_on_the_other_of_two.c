// Two windows by turns: the fences are on the one, the accumulates on the other. A fence that promises that nothing
// comes before it does not close an epoch for them.
// finds: outside FP-EPOCH-001
// finds: later FP-ASSERT-007
// says: MPI_Win_lock_all or of MPI_Win_start and MPI_Win_complete, or between fences of all ranks
#include "corpus.h"

static MPI_Win window[2];

static void count(int turn) {
  static const int one = 1;
  MPI_Accumulate(&one, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, MPI_SUM, window[turn]);  // FINDS(outside, later)
}

int main(void) {
  start_mpi();
  for (int i = 0; i < 2; ++i) make_window(&window[i], 1);
  for (int round = 0; round < 4; ++round) {
    MPI_Win_fence(MPI_MODE_NOPRECEDE, window[1 - round % 2]);
    count(round % 2);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, window[1 - round % 2]);  // FINDS(later)
  }
  for (int i = 0; i < 2; ++i) MPI_Win_free(&window[i]);
  return end_mpi();
}
