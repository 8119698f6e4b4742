// MPI_Fetch_and_op takes predefined datatypes only.
// finds: type FP-TYPE-010
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 4);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  int two[2] = {1, 2}, old[2];
  MPI_Datatype pair;
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Fetch_and_op(two, old, pair, 1, 0, MPI_SUM, win);  // FINDS(type)
  MPI_Type_free(&pair);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
