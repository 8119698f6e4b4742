// With its request, an Rget is complete on both sides: the value is there, and the target may be written.
// near: FP-EPOCH-015 FP-RACE-005
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    int got = -1;
    MPI_Request request;
    MPI_Rget(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    REQUIRE(got == 0);
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    memory[0] = 8;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
