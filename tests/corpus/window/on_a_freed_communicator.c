// A window is made on a communicator that has been freed through a copy of its handle. So there is no window to be
// freed later.
// finds: freed FP-WINDOW-002
// finds: free FP-WINDOW-008
// says: with a freed handle as comm
#include "corpus.h"

int main(void) {
  MPI_Win win = MPI_WIN_NULL;
  MPI_Comm communicator, copy;
  int* memory;
  start_mpi();
  MPI_Comm_dup(MPI_COMM_WORLD, &communicator);
  copy = communicator;
  MPI_Comm_free(&copy);
  MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, communicator, &memory, &win);  // FINDS(freed)
  MPI_Win_free(&win);  // FINDS(free)
  return end_mpi();
}
