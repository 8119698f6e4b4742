// MPI_Win_shared_query on a window of MPI_Win_allocate, in a library of before MPI-4.1: it refuses.
// not with: mpich 4.2 (which is of MPI-4.1)
// finds: query FP-WINDOW-010
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Aint size;
  int unit, *memory;
  void* base;
  start_mpi();
  MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Win_shared_query(win, 0, &size, &unit, &base);  // FINDS(query)
  MPI_Win_free(&win);
  return end_mpi();
}
