// A put sets the flag, not an accumulate: it races with the atomic reads, and the value that they see orders nothing.
// finds: flag FP-RACE
// finds: data FP-RACE-002
// says: 1 finding
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 2);  // data, flag
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    int value = 7, up = 1;
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(data:put)
    MPI_Win_flush(1, win);
    MPI_Put(&up, 1, MPI_INT, 1, 1, 1, MPI_INT, win);  // FINDS(flag:put)
    MPI_Win_flush(1, win);
  } else {
    int flag = 0;
    while (flag == 0) {
      MPI_Fetch_and_op(NULL, &flag, MPI_INT, 1, 1, MPI_NO_OP, win);  // FINDS(flag:fetch_and_op)
      MPI_Win_flush(1, win);
    }
    printf("%d\n", memory[0]);  // FINDS(data:load)
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
