// MPI_IN_PLACE is no buffer of an operation: the call is refused, and its value is named.
// finds: place FP-RANGE-005
// says: is the value of MPI_IN_PLACE
// says: fix MPI_IN_PLACE is for collective communication only: origin has to be the address of memory.
// native: no (the libraries die)
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 4);
  MPI_Win_fence(0, win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  if (rank == 0) MPI_Put(MPI_IN_PLACE, 4, MPI_INT, 1, 0, 4, MPI_INT, win);  // FINDS(place)
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
