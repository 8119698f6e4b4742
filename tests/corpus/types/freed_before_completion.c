// A datatype may be freed before the operation that uses it is complete.
// near: FP-TYPE-009
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 4);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  int values[4] = {1, 2, 3, 4};
  MPI_Datatype column;
  MPI_Type_vector(2, 1, 2, MPI_INT, &column);
  MPI_Type_commit(&column);
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Put(values, 1, column, 1, 0, 1, column, win);
  MPI_Type_free(&column);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
