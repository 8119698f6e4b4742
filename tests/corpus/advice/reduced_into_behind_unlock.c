// The get is complete when the lock is released, which comes before the collective call: no flush is needed.
// finds: race FP-RACE-011
// says: fix Add a message or barrier after MPI_Win_unlock at reduced_into_behind_unlock.c:16 on rank 1 that rank 0 waits for before MPI_Allreduce of rank 0 at reduced_into_behind_unlock.c:21.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  int value = -1;
  *memory = rank + 1;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(race)
    MPI_Win_unlock(0, win);
  }
#ifdef MENDED
  MPI_Barrier(MPI_COMM_WORLD);
#endif
  MPI_Allreduce(MPI_IN_PLACE, memory, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);  // FINDS(race)
  MPI_Win_free(&win);
  return end_mpi();
}
