// Loads wait for a put in an epoch of fences: there, atomic operations and a flush are not a way to read it.
// finds: poll FP-RACE-008
// says: fix Move the load of rank 1 at polled_in_a_fence_epoch.c:16 after MPI_Win_fence at polled_in_a_fence_epoch.c:19, which completes MPI_Put; or call MPI_Win_fence(0, win) on all ranks between
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  volatile int* memory = make_window(&win, 1);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(&ranks, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(poll)
  }
#ifndef MENDED
  if (rank == 1) {
    while (memory[0] == 0) {  // FINDS(poll)
    }
  }
  MPI_Win_fence(0, win);
#else
  MPI_Win_fence(0, win);
  if (rank == 1) {
    while (memory[0] == 0) {
    }
  }
#endif
  MPI_Win_free(&win);
  return end_mpi();
}
