// Each rank puts what its own part of the window holds, while another rank puts there.
// ranks: 3
// finds: race FP-RACE-001
// says: must not take its data from memory of the window that other ranks access meanwhile
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* const memory = make_window(&win, 4);
  MPI_Win_fence(0, win);
  for (int i = 0; i < 4; i++) memory[i] = rank;
  MPI_Win_fence(0, win);
  const int target = (rank + 1) % ranks;
  MPI_Put(memory, 4, MPI_INT, target, 0, 4, MPI_INT, win);  // FINDS(race)
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
