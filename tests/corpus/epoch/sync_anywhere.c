// MPI_Win_sync outside of a passive epoch: many programs do it. MPICH 4 refuses it, and so ends them.
// mpi: mpich (which refuses it; others accept it)
// finds: sync FP-EPOCH-011
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  memory[0] = 7;
  MPI_Win_sync(win);  // FINDS(sync)
  MPI_Win_free(&win);
  return end_mpi();
}
