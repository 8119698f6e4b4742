// One rank frees the window in an epoch of its own. The free is wrong, but it is one: it completes the put and orders what
// the others do with that memory afterwards, which another window still knows.
// finds: open FP-EPOCH-013
#include "corpus.h"

int main(void) {
  MPI_Win win, whole;
  start_mpi();
  int* memory = make_window(&whole, 1);
  MPI_Win_create(memory, sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);  // FINDS(open)
  if (rank == 0) MPI_Put(&ranks, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_free(&win);  // FINDS(open)
  if (rank == 1) memory[0]++;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) REQUIRE(memory[0] == ranks + 1);
  MPI_Win_free(&whole);
  return end_mpi();
}
