// A store and the neighbor's load with nothing between them.
// finds: race FP-RACE-009
// says: Add a message or barrier after the store of rank 0 at store_and_load.c:14 that rank 1 waits for before the load
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int *memory, *neighbor, unit;
  MPI_Aint size;
  start_mpi();
  MPI_Win_allocate_shared(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_shared_query(win, 1 - rank, &size, &unit, &neighbor);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  if (rank == 0) memory[0] = 7;                // FINDS(race:store)
  if (rank == 1) printf("%d\n", neighbor[0]);  // FINDS(race:load)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
