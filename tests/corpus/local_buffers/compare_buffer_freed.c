// What MPI_Compare_and_swap compares with is freed before the flush that completes it. The finding names that buffer.
// finds: freed FP-WINDOW-011
// says: The compare buffer of MPI_Compare_and_swap
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  int one = 1, old = 0;
  int* expected = calloc(1, sizeof *expected);
  MPI_Compare_and_swap(&one, expected, &old, MPI_INT, 0, 0, win);  // FINDS(freed:compare_and_swap)
  free(expected);                                                  // FINDS(freed)
  MPI_Win_flush(0, win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
