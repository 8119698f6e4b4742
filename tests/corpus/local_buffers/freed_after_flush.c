// Freed, and the memory used again, after local completion.
// near: FP-WINDOW-011
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 3; i++) {
    int* value = malloc(sizeof *value);
    *value = i;
    MPI_Put(value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
    MPI_Win_flush(1 - rank, win);
    free(value);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
