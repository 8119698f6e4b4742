// The same without --strict, where the library refuses it; an atomic operation, whose result has no place.
// mpi: mpich (Open MPI accepts it)
// finds: nobody FP-RANGE-005
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 4);
  const int one = 1;
  int before = -1;
  MPI_Win_lock_all(0, win);
  const int right = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;
  MPI_Fetch_and_op(&one, right == MPI_PROC_NULL ? NULL : &before, MPI_INT, right, 0, MPI_SUM, win);  // FINDS(nobody)
  MPI_Win_unlock_all(win);
  REQUIRE(right == MPI_PROC_NULL || before == 0);
  MPI_Win_free(&win);
  return end_mpi();
}
