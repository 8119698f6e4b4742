// Halo exchange by loads from the neighbors' segments; zero-byte messages say when the data is there and when it was read.
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int *memory, *from_left, unit;
  MPI_Aint size;
  start_mpi();
  int right = (rank + 1) % ranks, left = (rank + ranks - 1) % ranks;
  MPI_Win_allocate_shared(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_shared_query(win, left, &size, &unit, &from_left);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  for (int step = 0; step < 3; step++) {
    memory[0] = 10 * step + rank;
    MPI_Win_sync(win);
    MPI_Sendrecv(NULL, 0, MPI_INT, right, 0, NULL, 0, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_sync(win);
    REQUIRE(from_left[0] == 10 * step + left);
    MPI_Sendrecv(NULL, 0, MPI_INT, left, 1, NULL, 0, MPI_INT, right, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
