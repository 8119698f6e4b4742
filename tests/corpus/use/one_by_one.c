// One put for each element of an array.
// finds: small FP-USE-004
// says: issuing them took
// options: --enable USE --severity performance
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 512);
  int values[512] = {0};
  MPI_Win_fence(0, win);
  for (int i = 0; rank == 0 && i < 512; i++) MPI_Put(&values[i], 1, MPI_INT, 1, i, 1, MPI_INT, win);  // FINDS(small)
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
