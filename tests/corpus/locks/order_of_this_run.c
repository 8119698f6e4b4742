// One process puts outside of its lock, the other one inside: only the lock order of this run separates the two.
// ranks: 3
// finds: order FP-RACE-010
// exit: 0 (a note)
#include "corpus.h"

#include <unistd.h>

int main(void) {
  MPI_Win win, guard;
  start_mpi();
  make_window(&win, 1);
  make_window(&guard, 1);
  int value = 7, ignored;
  MPI_Win_lock_all(0, win);
  if (rank == 1) {
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(order:put)
    MPI_Win_flush(0, win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, guard);
    MPI_Fetch_and_op(NULL, &ignored, MPI_INT, 0, 0, MPI_NO_OP, guard);
    MPI_Win_unlock(0, guard);
  } else if (rank == 2) {
    usleep(300000);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, guard);
    MPI_Fetch_and_op(NULL, &ignored, MPI_INT, 0, 0, MPI_NO_OP, guard);
    MPI_Win_flush(0, guard);
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(order:put)
    MPI_Win_flush(0, win);
    MPI_Win_unlock(0, guard);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Win_free(&guard);
  return end_mpi();
}
