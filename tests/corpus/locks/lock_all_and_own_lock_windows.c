// lock_all with MPI_MODE_NOCHECK for the whole program, as most codes do, with barriers as phases.
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 2);
  int right = (rank + 1) % ranks, left = (rank + ranks - 1) % ranks;
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  for (int phase = 0; phase < 4; phase++) {
    int value = 100 * phase + rank;
    MPI_Put(&value, 1, MPI_INT, right, phase % 2, 1, MPI_INT, win);
    MPI_Win_flush(right, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    REQUIRE(memory[phase % 2] == 100 * phase + left);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
