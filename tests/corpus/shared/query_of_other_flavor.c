// MPI_Win_shared_query on a dynamic window.
// finds: query FP-WINDOW-010
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Aint size;
  int unit;
  void* base;
  start_mpi();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Win_shared_query(win, 0, &size, &unit, &base);  // FINDS(query)
  MPI_Win_free(&win);
  return end_mpi();
}
