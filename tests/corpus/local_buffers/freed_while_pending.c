// The origin buffer is freed before local completion.
// finds: freed FP-WINDOW-011
// says: Add MPI_Win_flush_local(1, win) before free at freed_while_pending.c:15
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    int* value = malloc(sizeof *value);
    *value = 7;
    MPI_Put(value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(freed:put)
    free(value);                                        // FINDS(freed)
    MPI_Win_flush(1, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
