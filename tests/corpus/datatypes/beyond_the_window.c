// A column type that is right for the own matrix, but the target's matrix has one row less.
// finds: range FP-RANGE-001
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Datatype column;
  start_mpi();
  make_window(&win, rank == 0 ? 32 : 28);  // 8 or 7 rows of 4
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  static int values[8];
  MPI_Type_vector(8, 1, 4, MPI_INT, &column);
  MPI_Type_commit(&column);
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Put(values, 8, MPI_INT, 0, 3, 1, column, win);
  if (rank == 0) MPI_Put(values, 8, MPI_INT, 1, 3, 1, column, win);  // FINDS(range:put)
  MPI_Win_unlock_all(win);
  MPI_Type_free(&column);
  MPI_Win_free(&win);
  return end_mpi();
}
