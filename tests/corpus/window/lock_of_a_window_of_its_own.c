// A window whose memory MPI allocates may be locked everywhere.
// near: FP-WINDOW-013
// options: --strict
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int *memory, value = 7;
  start_mpi();
  MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
