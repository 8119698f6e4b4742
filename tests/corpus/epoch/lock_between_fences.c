// One process locks its own memory, which the other one gets in the fence epoch.
// finds: exposed FP-EPOCH-012
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int got = 0;
  start_mpi();
  make_window(&win, 1);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(exposed)
    MPI_Barrier(MPI_COMM_WORLD);
  } else {
    MPI_Win_lock_all(0, win);  // FINDS(exposed)
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_unlock_all(win);
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
