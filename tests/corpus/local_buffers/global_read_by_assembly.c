// Assembly reads the result of a get through a pointer to a global variable before it is there. What it reads is not seen: the
// report says so.
// says: with gcc: An intrinsic or inline assembly got addresses of windows or of buffers of pending operations
// says: with clang: An intrinsic or inline assembly got addresses of windows or of buffers of pending operations
#include "corpus.h"

static int buffer[4];
int main(void) {
  MPI_Win win;

  int value = 0;
  start_mpi();
  make_window(&win, 4);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Get(buffer, 4, MPI_INT, 1, 0, 4, MPI_INT, win);
    __asm__ volatile("movl (%1), %0" : "=r"(value) : "r"(buffer) : "memory");
  }
  MPI_Win_unlock_all(win);
  REQUIRE(value == 0);
  MPI_Win_free(&win);
  return end_mpi();
}
