// MPI_Waitany tells which request is complete, and the buffer of another one is used. Where it is, the variable that
// numbers the requests is no more.
// finds: early FP-RACE-005
// says: fix Only the buffers of requests that MPI_Waitany at other_request_is_complete.c:20 reports as complete may be used; or MPI_Rget of rank
#include "corpus.h"

enum { COUNT = 4 };

int main(void) {
  MPI_Win win;
  MPI_Request request[COUNT];
  int got[COUNT] = {0}, at, sum = 0;
  start_mpi();
  make_window(&win, COUNT);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < COUNT; i++)
    MPI_Rget(&got[i], 1, MPI_INT, 1 - rank, i, 1, MPI_INT, win, &request[i]);  // FINDS(early)

  for (int round = 0; round < COUNT; round++) {
    MPI_Waitany(COUNT, request, &at, MPI_STATUS_IGNORE);
    sum += got[(at + 1) % COUNT];  // FINDS(early:load)
  }
  REQUIRE(sum == 0);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
