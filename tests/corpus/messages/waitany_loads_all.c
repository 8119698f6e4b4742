// After Waitany has completed one of two receives, the values of both senders are loaded.
// ranks: 3
// finds: race FP-RACE-002
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 3);
  MPI_Win_lock_all(0, win);
  if (rank > 0) {
    MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, win);  // FINDS(race:put)
    MPI_Win_flush(0, win);
    MPI_Send(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
  } else {
    MPI_Request requests[2];
    int i;
    for (i = 1; i < 3; i++) MPI_Irecv(NULL, 0, MPI_INT, i, 0, MPI_COMM_WORLD, &requests[i - 1]);
    MPI_Waitany(2, requests, &i, MPI_STATUS_IGNORE);
    printf("%d\n", memory[1] + memory[2]);  // FINDS(race:load)
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
