// A shared window of processes on two machines (as it seems), which works where all run on one.
// finds: shared FP-WINDOW-012
// flags: -D_GNU_SOURCE -rdynamic
#include "corpus.h"
#include "two_machines.h"

int main(void) {
  MPI_Win win;
  int* memory;
  start_mpi();
  MPI_Win_allocate_shared(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);  // FINDS(shared)
  MPI_Win_free(&win);
  return end_mpi();
}
