// A receive is cancelled, and its buffer is put before the wait after that: a wait before MPI_Cancel would never
// return.
// finds: race FP-RACE-004
// says: MPI_Wait(&request, MPI_STATUS_IGNORE) after MPI_Cancel at receive_that_is_cancelled.c:14 completes it
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Request request;
  start_mpi();
  int buffer = 0, *memory = make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  MPI_Irecv(&buffer, 1, MPI_INT, 1 - rank, 9, MPI_COMM_WORLD, &request);  // FINDS(race)
  MPI_Cancel(&request);
#ifdef MENDED
  MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
  MPI_Put(&buffer, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);  // FINDS(race:put)
  MPI_Win_flush(1 - rank, win);
#ifndef MENDED
  MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return memory == NULL ? 1 : end_mpi();
}
