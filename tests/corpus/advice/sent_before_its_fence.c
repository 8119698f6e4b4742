// A send reads window memory to which another rank puts. Its receive comes after the next fence: waiting for the send
// before that fence may never end.
// ranks: 3
// finds: send FP-RACE-011
// says: is received before that fence
#include "corpus.h"

enum { kCount = 100000 };

int main(void) {
  MPI_Win win;
  MPI_Request sent = MPI_REQUEST_NULL;
  int value = 7;
  start_mpi();
  int* memory = make_window(&win, kCount);
  MPI_Win_fence(0, win);
  if (rank == 2) MPI_Isend(memory, kCount, MPI_INT, 0, 0, MPI_COMM_WORLD, &sent);  // FINDS(send)
  if (rank == 1) MPI_Put(&value, 1, MPI_INT, 2, 1, 1, MPI_INT, win);  // FINDS(send:put)
  MPI_Win_fence(0, win);
  if (rank == 0) {
    static int got[kCount];
    MPI_Recv(got, kCount, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Wait(&sent, MPI_STATUS_IGNORE);
  MPI_Win_free(&win);
  return end_mpi();
}
