// A window over memory that the program has mapped for several processes: it does not come from MPI.
// finds: plain FP-WINDOW-013
// options: --strict
#include <sys/mman.h>

#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  REQUIRE(memory != MAP_FAILED);
  MPI_Win_create(memory, 4096, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);  // FINDS(plain)
  MPI_Put(&rank, 1, MPI_INT, 1 - rank, rank, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  munmap(memory, 4096);
  return end_mpi();
}
