// The result of a compare-and-swap is used before a flush.
// finds: race FP-RACE-005
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    static int fresh = 1, expected = 0, found = -1;
    MPI_Compare_and_swap(&fresh, &expected, &found, MPI_INT, 1, 0, win);  // FINDS(race:compare_and_swap)
    if (found == 5) puts("five");                                         // FINDS(race:load)
    MPI_Win_flush(1, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
