// The same with an operation that takes effect late: reading its buffer kills the process, which follows from that.
// options: --schedule lazy
// finds: origin FP-WINDOW-011
// finds: dies FP-WINDOW-014
// says: and so error FP-WINDOW-014
#include "corpus.h"

int main(void) {
  MPI_Win win, below;
  start_mpi();
  make_window(&win, 4);
  int* memory = make_window(&below, 4);
  MPI_Win_lock_all(0, win);
  memory[2] = 5;
  MPI_Put(&memory[2], 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);  // FINDS(origin:put)
  MPI_Win_free(&below);                                           // FINDS(origin, dies)
  MPI_Win_unlock_all(win);                                        // FINDS(dies)
  MPI_Win_free(&win);
  return end_mpi();
}
