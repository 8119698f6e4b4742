// The target sends what an accumulate of the open fence epoch updates: a fence between the two is enough.
// finds: race FP-RACE-011
// says: Call MPI_Win_fence(0, win) on all ranks between
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  int value = 7, got;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Accumulate(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);  // FINDS(race)
    MPI_Recv(&got, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    MPI_Send(memory, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);  // FINDS(race)
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
