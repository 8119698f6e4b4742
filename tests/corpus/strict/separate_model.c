// A put and a store to different elements of one window in one epoch: right where memory is unified, wrong where not.
// finds: model FP-RACE-012
// options: --memory-model separate
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 2);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&ranks, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(model:put)
  if (rank == 1) memory[1] = 7;                                      // FINDS(model:store)
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
