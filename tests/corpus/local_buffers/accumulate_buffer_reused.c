// In a loop, the origin buffer of an accumulate is set for the next iteration while the last one is pending.
// finds: race FP-RACE-004
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  static int value;
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 3; i++) {
    value = i;                                                            // FINDS(race:store)
    MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);  // FINDS(race:accumulate)
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
