// The function that leaves its buffer behind is called again, and fills the same memory: one mistake, told once.
// finds: left FP-WINDOW-011
// says: 1 finding
#include "corpus.h"

static __attribute__((noinline)) void send_to(int target, int what, MPI_Win win) {
  volatile int value;
  value = what;
  MPI_Put((int*)&value, 1, MPI_INT, target, what, 1, MPI_INT, win);  // FINDS(left:put)
}

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 4);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    for (int i = 0; i < 4; ++i) send_to(1, i, win);  // FINDS(left)
    MPI_Win_flush(1, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
