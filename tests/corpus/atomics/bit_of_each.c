// Each of two producers sets its own bit: a process that waits for both bits has both their data.
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* const memory = make_window(&win, 3);
  MPI_Win_lock_all(0, win);
  if (rank != 0) {
    const int data = 7 * rank, bit = 1 << (rank - 1);
    if (rank == 2) {  // after rank 1 has set its bit
      int flag = 0;
      while (flag == 0) {
        MPI_Fetch_and_op(NULL, &flag, MPI_INT, 0, 0, MPI_NO_OP, win);
        MPI_Win_flush(0, win);
      }
    }
    MPI_Put(&data, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    MPI_Accumulate(&bit, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_BOR, win);
    MPI_Win_flush(0, win);
  } else {
    int flag = 0;
    while (flag != 3) {
      MPI_Fetch_and_op(NULL, &flag, MPI_INT, 0, 0, MPI_NO_OP, win);
      MPI_Win_flush(0, win);
    }
    REQUIRE(memory[1] == 7);
    REQUIRE(memory[2] == 14);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
