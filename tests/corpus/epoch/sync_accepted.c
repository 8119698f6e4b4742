// MPI_Win_sync outside of a passive epoch is common, and Open MPI accepts it.
// mpi: openmpi (MPICH 4 refuses it)
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  memory[0] = 7;
  MPI_Win_sync(win);
  MPI_Win_free(&win);
  return end_mpi();
}
