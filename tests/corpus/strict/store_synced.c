// A store, MPI_Win_sync, a message, a put the other way, MPI_Win_sync, a load: right by the strictest reading.
// near: FP-EPOCH-011 FP-RACE-013
// options: --strict
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int value = 0;
  start_mpi();
  int* memory = make_window(&win, 2);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    memory[0] = 7;
    MPI_Win_sync(win);
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Recv(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_sync(win);
    REQUIRE(memory[1] == 7);
  } else {
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    REQUIRE(value == 7);
    MPI_Put(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    MPI_Send(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
