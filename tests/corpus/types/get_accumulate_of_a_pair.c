// MPI_Get_accumulate takes derived datatypes of one predefined type.
// near: FP-TYPE-005
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
  if (rank == 0) MPI_Get_accumulate(two, 1, pair, old, 1, pair, 1, 0, 1, pair, MPI_SUM, win);
  MPI_Type_free(&pair);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
