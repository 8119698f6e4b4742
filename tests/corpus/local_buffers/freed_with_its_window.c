// The origin buffer is in memory of another window, which MPI_Win_allocate has allocated and MPI_Win_free frees.
// options: --schedule eager
// finds: origin FP-WINDOW-011
#include "corpus.h"

int main(void) {
  MPI_Win win, below;
  start_mpi();
  make_window(&win, 4);
  int* memory = make_window(&below, 4);
  MPI_Win_lock_all(0, win);
  memory[2] = 5;
  MPI_Put(&memory[2], 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);  // FINDS(origin:put)
  MPI_Win_free(&below);                                           // FINDS(origin)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
