// One rank gives a null pointer for the memory of its part, which is empty.
// ranks: 2
// near: FP-WINDOW-001
#include "corpus.h"

int main(void) {
  MPI_Win win = MPI_WIN_NULL;
  int memory[4] = {0, 0, 0, 0};
  start_mpi();
  MPI_Win_create(rank == 1 ? NULL : memory, rank == 1 ? 0 : sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_free(&win);
  return end_mpi();
}
