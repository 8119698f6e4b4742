// The origin buffer of a put to oneself overlaps its target.
// finds: overlap FP-RANGE-006
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 8);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Win_lock_all(0, win);
  MPI_Put(memory, 4, MPI_INT, rank, 2, 4, MPI_INT, win);  // FINDS(overlap:put)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
