// The fetch of the flag found it still down: it orders nothing.
// finds: race FP-RACE-002
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 2);  // data, flag
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    int value = 7, up = 1;
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
    MPI_Win_flush(1, win);
    MPI_Recv(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Accumulate(&up, 1, MPI_INT, 1, 1, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush(1, win);
  } else {
    int flag = -1;
    MPI_Fetch_and_op(NULL, &flag, MPI_INT, 1, 1, MPI_NO_OP, win);
    MPI_Win_flush(1, win);
    REQUIRE(flag == 0);
    MPI_Send(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
    printf("%d\n", memory[0]);  // FINDS(race:load)
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
