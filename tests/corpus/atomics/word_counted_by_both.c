// Rank 0 adds to its counter as to a plain variable, rank 1 atomically. The statement loads and stores, but it is one
// finding, and not a consequence of itself.
// finds: race FP-RACE-006
// says: No message, barrier or other synchronization leads from the first access to the second. MPI_Accumulate is atomic with respect to other accumulate operations only (12.7.1). Both hold only shared locks, which exclude nobody. MPI_Win_sync at word_counted_by_both.c:19 synchronizes only the memory of rank 0: it waits for no other rank, so it does not order the two. fix MPI_Accumulate of rank 1 at word_counted_by_both.c:21 has to come after the store
#include "corpus.h"

int main(void) {
  MPI_Win win;
  long* counter;
  start_mpi();
  MPI_Win_allocate(sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &counter, &win);
  *counter = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  for (int round = 0; round < 3; ++round) {
    const long one = 1;
    if (rank == 0) {
      *counter += 1;  // FINDS(race)
      MPI_Win_sync(win);
    } else {
      MPI_Accumulate(&one, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_SUM, win);  // FINDS(race)
      MPI_Win_flush(0, win);
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
