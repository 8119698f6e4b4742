// A store into a shared window, MPI_Win_sync, a barrier, and a neighbor's load without MPI_Win_sync on its side.
// finds: sync FP-RACE-013
// says: fix Add MPI_Win_sync(halo) before the load at neighbor_not_synced.c:20.
// options: --strict
#include "corpus.h"

int main(void) {
  MPI_Win halo;
  int *memory, *first, unit;
  MPI_Aint size;
  start_mpi();
  MPI_Win_allocate_shared(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &halo);
  MPI_Win_shared_query(halo, 0, &size, &unit, &first);
  MPI_Win_lock_all(0, halo);
  if (rank == 0) {
    memory[0] = 7;  // FINDS(sync:store)
    MPI_Win_sync(halo);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) REQUIRE(first[0] == 7);  // FINDS(sync:load)
  MPI_Win_unlock_all(halo);
  MPI_Win_free(&halo);
  return end_mpi();
}
