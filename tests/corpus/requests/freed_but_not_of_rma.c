// Requests that may be freed or cancelled: those of messages. Requests of RMA that are complete, by whatever call says so.
// near: FP-EPOCH-018 FP-EPOCH-019
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 4);
  const int other = 1 - rank;
  int values[4] = {1, 2, 3, 4}, received = 0, flag = 0, index, done = 0;
  MPI_Request requests[4], message;
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 4; i++) MPI_Rput(&values[i], 1, MPI_INT, other, i, 1, MPI_INT, win, &requests[i]);
  // A message whose request is given up, and a receive that is cancelled, while puts of the same process are on their way.
  MPI_Isend(&rank, 1, MPI_INT, other, 7, MPI_COMM_WORLD, &message);
  MPI_Request_free(&message);
  MPI_Irecv(&index, 1, MPI_INT, other, 99, MPI_COMM_WORLD, &message);
  MPI_Cancel(&message);
  MPI_Wait(&message, MPI_STATUS_IGNORE);
  MPI_Recv(&received, 1, MPI_INT, other, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  REQUIRE(received == other);
  // One by Wait, one by Test, the rest by Waitany after the epoch's flush.
  MPI_Wait(&requests[2], MPI_STATUS_IGNORE);
  while (!flag) MPI_Test(&requests[0], &flag, MPI_STATUS_IGNORE);
  MPI_Win_flush_all(win);
  while (done < 2) {
    MPI_Waitany(4, requests, &index, MPI_STATUS_IGNORE);
    REQUIRE(index == 1 || index == 3);
    done++;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
