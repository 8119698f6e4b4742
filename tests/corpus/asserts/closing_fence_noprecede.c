// The fence that should complete the put promises that there is none: because of that promise, the load after it races.
// finds: promise FP-ASSERT-006
// finds: load FP-RACE-002
// says: 1 finding (1 error), 1 consequence
// says: fix Remove MPI_MODE_NOPRECEDE from MPI_Win_fence at closing_fence_noprecede.c:14 on all ranks.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);                               // FINDS(promise)
  MPI_Put(&ranks, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);            // FINDS(load:put)
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);                               // FINDS(promise)
  printf("%d\n", memory[0]);                                            // FINDS(load:load)
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_free(&win);
  return end_mpi();
}
