// A value is put, and directly after it the key that announces it: a reader that finds the key may find no value yet.
// finds: race FP-RACE-001
// says: MPI_Compare_and_swap at published_before_flush.c:21 on rank 0 leads to MPI_Get
// says: Add MPI_Win_flush(1, win) before MPI_Compare_and_swap at published_before_flush.c:21.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 2);
  const int none = 0;
  int value = 7, key = 5, old, seen = 0;
  MPI_Win_lock_all(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    // The reader assumes that a value arrives before its key; here they are only called in this order.
    value = 8;
    MPI_Put(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, win);              // FINDS(race:put)
    MPI_Compare_and_swap(&key, &none, &old, MPI_INT, 1, 0, win);
    MPI_Win_flush(1, win);
  } else {
    while (seen != key) {
      MPI_Fetch_and_op(NULL, &seen, MPI_INT, 1, 0, MPI_NO_OP, win);
      MPI_Win_flush(1, win);
    }
    MPI_Get(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, win);  // FINDS(race:get)
    MPI_Win_flush(1, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
