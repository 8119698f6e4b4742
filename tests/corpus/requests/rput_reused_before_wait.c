// The origin buffer of an Rput is changed before its request completes.
// finds: race FP-RACE-004
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  static int value = 7;
  MPI_Request request;
  MPI_Rput(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win, &request);  // FINDS(race:put)
  value = 8;                                                             // FINDS(race:store)
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
