// The compare buffer of a compare-and-swap is changed before local completion.
// finds: race FP-RACE-004
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    int fresh = 1, expected = 0, found;
    MPI_Compare_and_swap(&fresh, &expected, &found, MPI_INT, 1, 0, win);  // FINDS(race:compare_and_swap)
    expected = 1;                                                         // FINDS(race:store)
    MPI_Win_flush(1, win);
    REQUIRE(expected == 1);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
