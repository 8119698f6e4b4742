// The owner initializes its memory after the window is made, and another rank puts there under the exclusive lock. That
// lock around the store would only hide that the initialization may come last.
// finds: race FP-RACE-002
// says: waits for before MPI_Put of rank 0 at initialized_beside_a_lock.c:18; or if MPI_Put of rank 0
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int memory;
  start_mpi();
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  memory = -1;  // FINDS(race:store)
#ifdef MENDED
  MPI_Barrier(MPI_COMM_WORLD);
#endif
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Put(&ranks, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
