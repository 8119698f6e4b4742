// MPI_Request_get_status says that the operation is complete, so its buffer may be used; the request is still there. It is
// never completed, or it is freed, which its kind does not allow.
// finds: never FP-EPOCH-019
// finds: freed FP-EPOCH-018
#include "corpus.h"

static void until_complete(MPI_Request request) {
  int complete = 0;
  while (!complete) MPI_Request_get_status(request, &complete, MPI_STATUS_IGNORE);
}

int main(void) {
  MPI_Win win;
  MPI_Request request;
  int value = -1;
  start_mpi();
  make_window(&win, 4);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Rget(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &request);
    until_complete(request);
    REQUIRE(value == 0);
    until_complete(request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Rput(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, win, &request);  // FINDS(never:put)
    until_complete(request);
    value = 2;
    MPI_Rput(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, win, &request);  // FINDS(freed:put)
    until_complete(request);
    MPI_Request_free(&request);  // FINDS(freed:call)
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
