// A rank sends its border in the background, and its neighbour puts new values there in the next step. A fence alone
// does not complete the send.
// ranks: 3
// finds: race FP-RACE-011
#include "corpus.h"

enum { kBorder = 16 };

int main(void) {
  MPI_Win win;
  MPI_Request sent = MPI_REQUEST_NULL;
  int next[kBorder], old[kBorder];
  start_mpi();
  const int* border = make_window(&win, kBorder);
  for (int i = 0; i < kBorder; i++) next[i] = i;
  MPI_Win_fence(0, win);
  if (rank == 1) MPI_Isend(border, kBorder, MPI_INT, 0, 5, MPI_COMM_WORLD, &sent);  // FINDS(race:call)
  if (rank == 0) MPI_Recv(old, kBorder, MPI_INT, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank == 2) MPI_Put(next, kBorder, MPI_INT, 1, 0, kBorder, MPI_INT, win);  // FINDS(race:put)
  MPI_Win_fence(0, win);
  MPI_Wait(&sent, MPI_STATUS_IGNORE);
  MPI_Win_free(&win);
  return rank == 0 && old[0] < 0 ? 1 : end_mpi();
}
