// The value of an Rget is used before its request completes; one of two requests was waited for, the other one not.
// finds: race FP-RACE-005
// says: fix Call MPI_Wait at rget_used_too_early.c:18, which completes MPI_Rget, before the load at rget_used_too_early.c:17. Tried
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 2);
  MPI_Win_lock_all(0, win);
  static int first = -1, second = -1;
  MPI_Request requests[2];
  MPI_Rget(&first, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win, &requests[0]);
  MPI_Rget(&second, 1, MPI_INT, 1 - rank, 1, 1, MPI_INT, win, &requests[1]);  // FINDS(race:get)
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  REQUIRE(first == 0);
  printf("%d\n", second);  // FINDS(race:load)
  MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
