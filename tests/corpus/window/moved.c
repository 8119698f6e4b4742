// The memory of a window moves to another place, because it grows, while the window lives. (What moves after MPI_Win_free is no
// window any more. UCX, below MPICH, has a mremap of its own that does not know MREMAP_FIXED.)
// finds: gone FP-WINDOW-003
#define _GNU_SOURCE
#include <sys/mman.h>

#include "corpus.h"

// Memory that cannot grow where it is: there is more of it behind.
static void* pages(void) { return mmap(NULL, 16384, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); }

int main(void) {
  MPI_Win win;
  start_mpi();
  char *memory = pages(), *other = pages();
  MPI_Win_create(other, 8192, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_free(&win);
  REQUIRE(mremap(other, 8192, 65536, MREMAP_MAYMOVE) != MAP_FAILED);
  MPI_Win_create(memory, 8192, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);  // FINDS(gone)
  MPI_Barrier(MPI_COMM_WORLD);
  REQUIRE(mremap(memory, 8192, 65536, MREMAP_MAYMOVE) != MAP_FAILED);  // FINDS(gone)
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  return end_mpi();
}
