// In the separate model: the window is made on memory that another window has allocated. A put and a store to
// different elements of it.
// finds: model FP-RACE-012
// options: --memory-model separate
#include "corpus.h"

int main(void) {
  MPI_Win allocated, win;
  start_mpi();
  int* memory = make_window(&allocated, 4);
  MPI_Win_create(memory + 1, 3 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&ranks, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(model:put)
  if (rank == 1) memory[2] = 7;                                      // FINDS(model:store)
  if (rank == 1) memory[0] = 7;                                      // outside of this window
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Win_free(&allocated);
  return end_mpi();
}
