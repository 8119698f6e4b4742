// The memory of a window is unmapped while the window lives.
// (MPICH with UCX overwrites the code of the munmap that it finds.)
// finds: gone FP-WINDOW-003
#include <sys/mman.h>

#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  void* memory = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  MPI_Win_create(memory, 8192, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);  // FINDS(gone)
  MPI_Barrier(MPI_COMM_WORLD);
  munmap(memory, 8192);  // FINDS(gone)
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  return end_mpi();
}
