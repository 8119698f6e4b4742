// The target loads before the closing fence.
// finds: race FP-RACE-002
// says: MPI_Win_fence(0, win) on all ranks between
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&rank, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
  if (rank == 1) printf("%d\n", memory[0]);                          // FINDS(race:load)
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
