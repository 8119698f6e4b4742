// The MPI library executes the operations itself: the local buffers are watched nevertheless.
// finds: origin FP-RACE-004
// finds: result FP-RACE-005
// options: --rma native
#include "corpus.h"

int main(void) {
  static int from[4] = {1, 2, 3, 4}, to[4];
  MPI_Win win;
  MPI_Request request;
  start_mpi();
  make_window(&win, 8);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(from, 4, MPI_INT, 1, 0, 4, MPI_INT, win);            // FINDS(origin:put)
    from[2] = 7;                                                 // FINDS(origin:store)
    MPI_Rget(to, 4, MPI_INT, 1, 4, 4, MPI_INT, win, &request);   // FINDS(result:get)
    if (to[1] == 9) puts("nine");                                // FINDS(result:load)
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
