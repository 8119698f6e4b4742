// A receive into the window is cancelled after the put of another rank: only then may the other one come.
// finds: race FP-RACE-011
// says: fix MPI_Cancel at cancelled_too_late.c:21, and MPI_Wait(&request, MPI_STATUS_IGNORE) after it, have to come before MPI_Barrier
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Request request;
  start_mpi();
  int value = 7, *memory = make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  MPI_Irecv(memory, 1, MPI_INT, 1 - rank, 9, MPI_COMM_WORLD, &request);  // FINDS(race)
#ifdef MENDED
  MPI_Cancel(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);  // FINDS(race:put)
  MPI_Win_flush(1 - rank, win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (request != MPI_REQUEST_NULL) MPI_Cancel(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
