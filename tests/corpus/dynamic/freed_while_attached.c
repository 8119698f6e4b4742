// Attached memory is freed without being detached.
// finds: freed FP-WINDOW-003
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  int* memory = malloc(64);
  MPI_Win_attach(win, memory, 64);  // FINDS(freed)
  MPI_Barrier(MPI_COMM_WORLD);
  free(memory);  // FINDS(freed)
  MPI_Win_free(&win);
  return end_mpi();
}
