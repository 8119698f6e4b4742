// The same without the message back: the next store meets the neighbor's load.
// ranks: 3
// finds: race FP-RACE-009
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int *memory, *from_left, unit, sum = 0;
  MPI_Aint size;
  start_mpi();
  int right = (rank + 1) % ranks, left = (rank + ranks - 1) % ranks;
  MPI_Win_allocate_shared(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_shared_query(win, left, &size, &unit, &from_left);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  for (int step = 0; step < 2; step++) {
    memory[0] = 10 * step + rank;  // FINDS(race:store)
    MPI_Win_sync(win);
    MPI_Sendrecv(NULL, 0, MPI_INT, right, 0, NULL, 0, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_sync(win);
    sum += from_left[0];  // FINDS(race:load)
  }
  printf("%d\n", sum);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
