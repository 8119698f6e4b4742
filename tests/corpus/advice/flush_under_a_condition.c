// The flush stands where it is needed, but only every other round comes to it.
// finds: race FP-RACE-002
// says: fix Take MPI_Win_flush at flush_under_a_condition.c:18 out of its condition: where that is false, nothing completes MPI_Put of rank 0 at flush_under_a_condition.c:14. Tried
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 2);
  int sum = 0;
  MPI_Win_lock_all(0, win);
  for (int round = 0; round < 2; round++) {
    if (rank == 0) {
      MPI_Put(&ranks, 1, MPI_INT, 1, round, 1, MPI_INT, win);  // FINDS(race:put)
#ifdef MENDED
      MPI_Win_flush(1, win);
#else
      if (round > 0) MPI_Win_flush(1, win);
#endif
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) sum += memory[round];  // FINDS(race:load)
    MPI_Barrier(MPI_COMM_WORLD);
  }
#ifdef MENDED
  REQUIRE(rank != 1 || sum == 2 * ranks);
#endif
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return sum < 0 ? 1 : end_mpi();
}
