// Many windows, one of which is not flushed before the barrier. All are read by one statement in a loop, and their memory
// lies at equal distances: what is recorded as one piece is memory of several windows.
// finds: race FP-RACE-002
#include "corpus.h"

enum { kWindows = 12, kForgotten = 6 };

int main(void) {
  MPI_Win windows[kWindows];
  int *memory[kWindows], values[kWindows], sum = 0;
  start_mpi();
  for (int i = 0; i < kWindows; i++) {
    memory[i] = make_window(&windows[i], 16);
    MPI_Win_lock_all(0, windows[i]);
  }
  for (int i = 0; i < kWindows; i++) {
    values[i] = i;
    MPI_Put(&values[i], 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, windows[i]);  // FINDS(race:put)
    if (i != kForgotten) MPI_Win_flush(1 - rank, windows[i]);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < kWindows; i++) sum += memory[i][0];  // FINDS(race:load)
  MPI_Barrier(MPI_COMM_WORLD);
  if (sum < 0) printf("%d\n", sum);
  for (int i = 0; i < kWindows; i++) {
    MPI_Win_unlock_all(windows[i]);
    MPI_Win_free(&windows[i]);
  }
  return end_mpi();
}
