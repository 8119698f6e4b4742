// Operations with count 0 and with target MPI_PROC_NULL touch nothing.
// near: FP-RANGE-003 FP-RANGE-004
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  int value = 7;
  int result = -1;
  MPI_Win_lock_all(0, win);
  MPI_Put(&value, 0, MPI_INT, 1, 0, 0, MPI_INT, win);
  MPI_Put(&value, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win);
  MPI_Get(&value, 0, MPI_INT, 1, 0, 0, MPI_INT, win);
  MPI_Fetch_and_op(&value, &result, MPI_INT, MPI_PROC_NULL, 0, MPI_SUM, win);
  value = 8;
  memory[0] = value;
  MPI_Win_flush_all(win);
  REQUIRE(memory[0] == 8 && result == -1);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
