// Sends started by MPI_Startall keep their buffers until they are complete, even after a fence.
// ranks: 3
// finds: race FP-RACE-011
// says: MPI_Waitall(2, requests, MPI_STATUSES_IGNORE), and after it a call of MPI_Win_fence that all ranks of the window reach, have to come between MPI_Startall of rank 0 at started_together.c:19 and MPI_Put of rank 2 at started_together.c:28
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 2);
  int got[2];
  MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  if (rank == 0) {
    MPI_Send_init(&memory[0], 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Send_init(&memory[1], 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[1]);
  }
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  if (rank == 0) {
    MPI_Startall(2, requests);  // FINDS(race:call)
  } else if (rank == 1) {
    MPI_Recv(&got[0], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&got[1], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
#ifdef MENDED
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  MPI_Win_fence(0, win);
#endif
  if (rank == 2) MPI_Put(&ranks, 1, MPI_INT, 0, 1, 1, MPI_INT, win);  // FINDS(race:put)
  MPI_Win_fence(0, win);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  for (int i = 0; rank == 0 && i < 2; i++) MPI_Request_free(&requests[i]);
  MPI_Win_free(&win);
  return end_mpi();
}
