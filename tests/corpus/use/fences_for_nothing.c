// Many fences, and nobody communicates between them.
// finds: fence FP-USE-003
// says: the fences took
// options: --enable USE --severity performance
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 512);
  for (int step = 0; step < 100; step++) MPI_Win_fence(0, win);  // FINDS(fence)
  MPI_Win_free(&win);
  return end_mpi();
}
