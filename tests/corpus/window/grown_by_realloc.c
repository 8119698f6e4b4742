// The memory of a window is made larger by realloc, which moves it.
// finds: moved FP-WINDOW-003
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = calloc(64, sizeof(int));
  void* volatile behind = malloc(64);  // so that it cannot grow where it is
  MPI_Win_create(memory, 64 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);  // FINDS(moved)
  MPI_Barrier(MPI_COMM_WORLD);
  int* volatile larger = realloc(memory, 1 << 20);  // FINDS(moved)
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  free(larger);
  free(behind);
  return end_mpi();
}
