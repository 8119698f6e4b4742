// A put by one process and a load by another one, neither of them the owner, meet in a shared segment.
// ranks: 3
// finds: race FP-RACE-002
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int *memory, *first, unit;
  MPI_Aint size;
  start_mpi();
  MPI_Win_allocate_shared(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &first);
  MPI_Win_lock_all(0, win);
  if (rank == 1) MPI_Put(&ranks, 1, MPI_INT, 0, 2, 1, MPI_INT, win);  // FINDS(race:put)
  if (rank == 2) printf("%d\n", first[2]);                            // FINDS(race:load)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
