// A loop of puts without a flush, on two ranks one after the other: each races with its own put of the previous round,
// and the second rank with the first. These are two mistakes on one line, whichever is seen first.
// ranks: 3
// finds: alone FP-RACE-003
// finds: together FP-RACE-001
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  const int value = 7;
  MPI_Win_lock_all(0, win);
  if (rank == 1) MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank < 2) {
    for (int round = 0; round < 2; round++) {
      MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win);  // FINDS(alone:put, together:put)
      MPI_Win_flush_local(2, win);
    }
  }
  if (rank == 0) MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
