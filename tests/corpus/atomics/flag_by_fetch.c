// Put data, flush, raise a flag with an accumulate; the owner polls the flag with an atomic read, then loads the data.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 2);  // data, flag
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    int value = 7, up = 1;
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    MPI_Accumulate(&up, 1, MPI_INT, 1, 1, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush(1, win);
  } else {
    int flag = 0;
    while (flag == 0) {
      MPI_Fetch_and_op(NULL, &flag, MPI_INT, 1, 1, MPI_NO_OP, win);
      MPI_Win_flush(1, win);
    }
    MPI_Win_sync(win);
    REQUIRE(memory[0] == 7);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
