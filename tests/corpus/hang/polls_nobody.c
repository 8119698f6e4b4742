// The last rank polls at a neighbour that does not exist: an operation on MPI_PROC_NULL gets nothing, now and later.
// finds: nobody FP-MATCH-008
// options: --hang-timeout 3
// says: Rank 1 polls with MPI_Fetch_and_op at polls_nobody.c:19
// says: whose target is MPI_PROC_NULL
// says: fix Ranks whose target is MPI_PROC_NULL must not wait in the loop: MPI_Fetch_and_op at polls_nobody.c:19 gets nothing there.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* const memory = make_window(&win, 1);
  *memory = 1;
  MPI_Win_lock_all(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  const int right = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;
  int got = 0;
  while (got != 1) {
    MPI_Fetch_and_op(NULL, &got, MPI_INT, right, 0, MPI_NO_OP, win);  // FINDS(nobody)
    MPI_Win_flush_all(win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);  // FINDS(nobody)
  return end_mpi();
}
