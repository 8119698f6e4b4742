// No call has synchronized the shared memory since the window was created: advice knows the window by its creation.
// finds: race FP-RACE-009
// says: with MPI_Win_sync(win) before it on one side and after it on the other
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Aint size;
  int *memory, unit, seen = 0;
  start_mpi();
  MPI_Win_allocate_shared(rank == 0 ? 16 : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &memory);
#ifdef MENDED
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
#endif
  if (rank == 1) memory[0] = 7;  // FINDS(race:store)
#ifdef MENDED
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
#endif
  if (rank == 0) seen = memory[0];  // FINDS(race:load)
#ifdef MENDED
  MPI_Win_unlock_all(win);
#endif
  MPI_Win_free(&win);
  return seen < 0 ? 1 : end_mpi();
}
