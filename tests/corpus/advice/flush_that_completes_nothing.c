// A flush that is meant to publish stores, while no epoch is open: it has no operation to complete, and a lock before
// it would only break the next rule.
// finds: flush FP-EPOCH-010
// says: fix Remove MPI_Win_flush_all at flush_that_completes_nothing.c:14, for the fence that ends the epoch completes its operations
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  MPI_Win_fence(0, win);
  memory[0] = rank + 1;
#ifndef MENDED
  MPI_Win_flush_all(win);  // FINDS(flush)
#endif
  MPI_Win_fence(0, win);
  REQUIRE(memory[0] == rank + 1);
  MPI_Win_free(&win);
  return end_mpi();
}
