// A message with the same source and tag on another communicator is another message: it was sent before the put.
// finds: race FP-RACE-002
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Comm other;
  start_mpi();
  int* memory = make_window(&win, 1);
  MPI_Comm_dup(MPI_COMM_WORLD, &other);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Send(NULL, 0, MPI_INT, 1, 0, other);
    MPI_Put(&ranks, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
    MPI_Win_flush(1, win);
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, other, MPI_STATUS_IGNORE);
    printf("%d\n", memory[0]);  // FINDS(race:load)
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Comm_free(&other);
  return end_mpi();
}
