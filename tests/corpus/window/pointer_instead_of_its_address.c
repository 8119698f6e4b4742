// MPI_Win_allocate stores an address: it gets a null pointer instead of the pointer's address.
// finds: base FP-WINDOW-001
// says: fix MPI_Win_allocate stores an address at baseptr: that of the program's pointer is needed (&p, not p).
#include "corpus.h"

int main(void) {
  MPI_Win win = MPI_WIN_NULL;
  int* memory = NULL;
  start_mpi();
  MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, memory, &win);  // FINDS(base)
  MPI_Barrier(MPI_COMM_WORLD);
  if (win != MPI_WIN_NULL) MPI_Win_free(&win);
  return end_mpi();
}
