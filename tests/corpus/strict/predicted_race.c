// With --predict, an order that only the locks of this run gave is a finding that counts.
// ranks: 3
// finds: order FP-RACE-010
// options: --predict
#include "corpus.h"

#include <unistd.h>

int main(void) {
  MPI_Win win, guard;
  start_mpi();
  make_window(&win, 1);
  make_window(&guard, 1);
  int value = 7, ignored;
  MPI_Win_lock_all(0, win);
  if (rank == 2) usleep(300000);
  if (rank == 1) {
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(order:put)
    MPI_Win_flush(0, win);
  }
  if (rank > 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, guard);
    MPI_Fetch_and_op(NULL, &ignored, MPI_INT, 0, 0, MPI_NO_OP, guard);
    MPI_Win_flush(0, guard);
    if (rank == 2) {
      MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(order:put)
      MPI_Win_flush(0, win);
    }
    MPI_Win_unlock(0, guard);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Win_free(&guard);
  return end_mpi();
}
