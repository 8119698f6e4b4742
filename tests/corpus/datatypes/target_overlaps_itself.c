// A target datatype with overlapping entries, for a put.
// finds: overlap FP-TYPE-002
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Datatype folded;
  start_mpi();
  make_window(&win, 8);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  static int values[4];
  MPI_Type_vector(2, 2, 1, MPI_INT, &folded);
  MPI_Type_commit(&folded);
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Put(values, 4, MPI_INT, 1, 0, 1, folded, win);  // FINDS(overlap:put)
  MPI_Win_unlock_all(win);
  MPI_Type_free(&folded);
  MPI_Win_free(&win);
  return end_mpi();
}
