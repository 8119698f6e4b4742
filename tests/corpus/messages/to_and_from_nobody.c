// Messages to and from MPI_PROC_NULL, as at the ends of a chain: they neither read nor write their buffers, which are
// in use meanwhile, in the window and at the origin.
// ranks: 3
// near: FP-RACE-011
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 8);
  int value = 7;
  const int left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  const int right = rank < ranks - 1 ? rank + 1 : MPI_PROC_NULL;
  MPI_Request requests[4] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Win_fence(0, win);
  if (rank == 1) {
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Put(&value, 1, MPI_INT, 2, 1, 1, MPI_INT, win);
  }
  // Only the outer ranks send from and receive into what rank 1 puts to, and only outwards.
  if (rank == 0) {
    MPI_Send(&memory[0], 1, MPI_INT, left, 0, MPI_COMM_WORLD);
    MPI_Recv(&memory[0], 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Put(&value, 1, MPI_INT, 0, 4, 1, MPI_INT, win);
    MPI_Sendrecv_replace(&value, 1, MPI_INT, left, 0, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else if (rank == 2) {
    MPI_Isend(&memory[1], 1, MPI_INT, right, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&memory[1], 1, MPI_INT, right, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Send_init(&memory[1], 1, MPI_INT, right, 1, MPI_COMM_WORLD, &requests[2]);
    MPI_Recv_init(&memory[1], 1, MPI_INT, right, 1, MPI_COMM_WORLD, &requests[3]);
    MPI_Startall(2, requests + 2);
  }
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  if (rank == 2) {
    MPI_Request_free(&requests[2]);
    MPI_Request_free(&requests[3]);
  }
  MPI_Win_fence(0, win);
  if (rank != 1) REQUIRE(memory[rank / 2] == 7);
  MPI_Win_free(&win);
  return end_mpi();
}
