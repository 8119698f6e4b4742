// A query locks its target although the window is locked for all, and drops the error. What is removed has never had an
// effect, whatever the program does with other errors.
// finds: again FP-EPOCH-008
// says: fix Remove MPI_Win_lock at locked_again_in_a_query.c:16. Tried on the recorded run: this fixes it and breaks nothing.
#include "corpus.h"

static int add(MPI_Win win, int target) {
  const int one = 1;
  const int error = MPI_Accumulate(&one, 1, MPI_INT, target, 0, 1, MPI_INT, MPI_SUM, win);
  return error ? error : MPI_Win_flush(target, win);
}

static int count(MPI_Win win, int target) {
  int value = 0;
#ifndef MENDED
  MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);  // FINDS(again)
#endif
  MPI_Get_accumulate(NULL, 0, MPI_INT, &value, 1, MPI_INT, target, 0, 1, MPI_INT, MPI_NO_OP, win);
  MPI_Win_flush(target, win);
  return value;
}

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Win_lock_all(0, win);
  if (add(win, 0)) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0 && count(win, 0) != ranks) printf("wrong\n");
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
