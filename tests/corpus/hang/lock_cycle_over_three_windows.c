// Three ranks, three windows: each holds the lock of one window and wants that of the next.
// ranks: 3
// finds: cycle FP-MATCH-008
// says: Ranks 0 to 2 wait for each other and none can continue
// says: for the lock of rank 0 held by rank 1
// says: All ranks have to take the locks in the same order
// options: --hang-timeout 2
#include "corpus.h"

int main(void) {
  MPI_Win wins[3];
  start_mpi();
  int got, next = (rank + 1) % 3;
  for (int i = 0; i < 3; i++) make_window(&wins[i], 1);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, wins[rank]);
  MPI_Get(&got, 1, MPI_INT, 0, 0, 1, MPI_INT, wins[rank]);
  MPI_Win_flush(0, wins[rank]);
  MPI_Barrier(MPI_COMM_WORLD);  // all have their first lock for certain
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, wins[next]);  // FINDS(cycle|lock)
  MPI_Get(&got, 1, MPI_INT, 0, 0, 1, MPI_INT, wins[next]);
  MPI_Win_flush(0, wins[next]);  // FINDS(cycle|lock)
  MPI_Win_unlock(0, wins[next]);
  MPI_Win_unlock(0, wins[rank]);
  for (int i = 0; i < 3; i++) MPI_Win_free(&wins[i]);
  return end_mpi();
}
