// Counters of a table are got, changed and put back under one exclusive lock, and nothing completes the puts at their
// target. A later round reads what they have written, so their displacement is right.
// finds: next FP-RACE-003
// finds: puts FP-RACE-003
// says: fix Call MPI_Win_flush(1, win) instead of MPI_Win_flush_local(1, win) at table_without_flush.c:21. Tried on the recorded run
// says: and so undefined FP-RACE-003
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int count[6];
  start_mpi();
  int* memory = make_window(&win, 8);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    for (int i = 0; i < 6; i++) {
#ifdef MENDED
      MPI_Get(&count[i], 1, MPI_INT, 1, i % 2, 1, MPI_INT, win), MPI_Win_flush(1, win);
#else
      MPI_Get(&count[i], 1, MPI_INT, 1, i % 2, 1, MPI_INT, win);  // FINDS(next:get)
      MPI_Win_flush_local(1, win);
#endif
      count[i]++;
      MPI_Put(&count[i], 1, MPI_INT, 1, i % 2, 1, MPI_INT, win);  // FINDS(next:put, puts:put)
    }
    MPI_Win_unlock(1, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
  if (rank == 1) printf("%d\n", memory[0]);
  MPI_Win_unlock(rank, win);
  MPI_Win_free(&win);
  return end_mpi();
}
