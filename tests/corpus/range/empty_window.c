// The target has given no memory to the window.
// finds: range FP-RANGE-001
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int* memory;
  start_mpi();
  MPI_Win_allocate(rank == 0 ? 16 : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Accumulate(&ranks, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);  // FINDS(range:accumulate)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
