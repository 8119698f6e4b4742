// The target's message is waited for before the fence: sending it after the fence would be a deadlock.
// finds: race FP-RACE-011
// says: fix Call MPI_Win_fence(0, win) on all ranks between
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int one = 1, got;
  start_mpi();
  int* memory = make_window(&win, 1);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
#ifdef MENDED
    MPI_Win_fence(0, win);
#endif
    MPI_Recv(&got, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
#ifdef MENDED
    MPI_Win_fence(0, win);
#endif
    MPI_Send(memory, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);  // FINDS(race)
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
