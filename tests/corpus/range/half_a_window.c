// A window of half the needed size. Operations use rows after its end as they use those inside. The report says how
// much all of them need.
// finds: outside FP-RANGE-001
// says: fix With this count and datatype the last displacement that fits is 1. If the displacement is right, the part of the target needs at least 72 bytes: its size is given at MPI_Win_allocate at half_a_window.c:14.
#include "corpus.h"

enum { ROWS = 3, LENGTH = 3 };

int main(void) {
  MPI_Win win;
  double* memory;
  double row[LENGTH];
  start_mpi();
  MPI_Win_allocate(ROWS * LENGTH * sizeof(float), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < ROWS; ++i) {
    MPI_Get(row, LENGTH, MPI_DOUBLE, 1 - rank, i * LENGTH, LENGTH, MPI_DOUBLE, win);  // FINDS(outside)
    MPI_Win_flush(1 - rank, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
