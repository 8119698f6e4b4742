// The displacement is given in bytes although the unit is an int.
// finds: range FP-RANGE-001
// says: if byte 20 is meant, it has to be 5. If not, the part of the target needs at least 84 bytes: its size is given at MPI_Win_allocate at corpus.h
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 8);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  int got;
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Get(&got, 1, MPI_INT, 1, 5 * sizeof(int), 1, MPI_INT, win);  // FINDS(range:get)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
