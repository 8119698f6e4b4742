// Each holds the exclusive lock that the other one wants.
// finds: cycle FP-MATCH-008
// says: All ranks have to take the locks in the same order
// options: --hang-timeout 2
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  int got;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
  MPI_Get(&got, 1, MPI_INT, rank, 0, 1, MPI_INT, win);
  MPI_Win_flush(rank, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1 - rank, 0, win);  // FINDS(cycle|lock)
  MPI_Get(&got, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_flush(1 - rank, win);                        // FINDS(cycle|lock)
  MPI_Win_unlock(1 - rank, win);
  MPI_Win_unlock(rank, win);
  MPI_Win_free(&win);
  return end_mpi();
}
