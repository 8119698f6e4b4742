// A sum of the others is read and reset, and nothing keeps them from adding for the next iteration: one barrier is
// missing, not one for each statement.
// ranks: 2
// finds: read FP-RACE-006
// finds: set FP-RACE-006
// says: of the next iteration.
// says: and so undefined FP-RACE-006
// says: 1 finding (1 undefined outcome), 1 consequence
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int part[4] = {1, 2, 3, 4}, sum = 0, *memory = make_window(&win, 4);
  MPI_Win_lock_all(0, win);
  for (int round = 0; round < 4; ++round) {
    MPI_Accumulate(part, 4, MPI_INT, 1 - rank, 0, 4, MPI_INT, MPI_SUM, win);  // FINDS(read:accumulate, set:accumulate)
    MPI_Win_flush(1 - rank, win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 4; ++i) sum += memory[i];  // FINDS(read:load)
    for (int i = 0; i < 4; ++i) memory[i] = 0;     // FINDS(set:store)
#ifdef MENDED
    MPI_Barrier(MPI_COMM_WORLD);
#endif
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
#ifdef MENDED
  REQUIRE(sum == 40);
#endif
  return sum < 0 ? 1 : end_mpi();
}
