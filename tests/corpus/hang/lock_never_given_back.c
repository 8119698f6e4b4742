// A process ends with the lock for which the other one waits.
// finds: open FP-EPOCH-014
// finds: never-freed FP-WINDOW-009
// options: --hang-timeout 2
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int got;
  int* memory;
  MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);  // FINDS(never-freed)
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);  // FINDS(open)
    MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    MPI_Barrier(MPI_COMM_WORLD);
    return MPI_Finalize();  // FINDS(open)
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);  // FINDS(open|lock)
  MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_flush(1, win);                        // FINDS(open|lock)
  MPI_Win_unlock(1, win);
  MPI_Win_free(&win);
  return end_mpi();
}
