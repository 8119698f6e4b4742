// MPI_NO_OP ignores its origin arguments: null, nothing and no type are right.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 2);
  int result[2] = {-1, -1};
  MPI_Win_lock_all(0, win);
  MPI_Get_accumulate(NULL, 0, MPI_DATATYPE_NULL, result, 2, MPI_INT, 1 - rank, 0, 2, MPI_INT, MPI_NO_OP, win);
  MPI_Win_flush(1 - rank, win);
  REQUIRE(result[0] == 0 && result[1] == 0);
  MPI_Fetch_and_op(NULL, &result[1], MPI_INT, 1 - rank, 1, MPI_NO_OP, win);
  MPI_Win_flush(1 - rank, win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
