// The target takes the window's memory away in a way that Fencepost does not follow. An operation that cannot be
// executed must not leave the run clean.
// native: no (the library ends the program, or it dies)
// exit: 2
// says: to rank 1 had no effect: the window's memory could not be accessed there when it was executed.
// says: one-sided communication could not be executed
#include <sys/mman.h>

#include "corpus.h"

enum { kBytes = 8192 };

int main(void) {
  MPI_Win win;
  int value = 1;
  start_mpi();
  int* const memory = mmap(NULL, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  MPI_Win_create(memory, kBytes, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 1) mprotect(memory, kBytes, PROT_NONE);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 4, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
