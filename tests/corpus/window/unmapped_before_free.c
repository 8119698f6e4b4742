// The memory of a window is given back by munmap before the window is freed. (Libraries for networks replace munmap.)
// finds: unmapped FP-WINDOW-003
#include <sys/mman.h>

#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  char* memory = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  MPI_Win_create(memory, 4096, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);  // FINDS(unmapped)
  MPI_Barrier(MPI_COMM_WORLD);
  munmap(memory, 8192);  // FINDS(unmapped)
  MPI_Win_free(&win);
  return end_mpi();
}
