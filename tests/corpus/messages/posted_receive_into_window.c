// An Irecv writes its buffer at any time until its Wait: the peer's get comes between.
// finds: race FP-RACE-011
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  if (rank == 1) {
    MPI_Request request;
    MPI_Irecv(memory, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);  // FINDS(race)
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    int got, value = 7;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:get)
    MPI_Win_flush(1, win);
    MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
