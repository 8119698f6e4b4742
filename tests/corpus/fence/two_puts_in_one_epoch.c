// Two processes put to the same location between the same fences.
// ranks: 3
// finds: race FP-RACE-001
// says: fix Each rank has to access a place of its own in the window:
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  MPI_Win_fence(0, win);
  if (rank > 0) MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(race:put)
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
