// The memory of a window is made smaller by realloc, which leaves the rest where it is.
// finds: shrunk FP-WINDOW-003
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = calloc(4096, sizeof(int));
  MPI_Win_create(memory, 4096 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);  // FINDS(shrunk)
  MPI_Barrier(MPI_COMM_WORLD);
  int* volatile smaller = realloc(memory, 1024);  // FINDS(shrunk)
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  free(smaller);
  return end_mpi();
}
