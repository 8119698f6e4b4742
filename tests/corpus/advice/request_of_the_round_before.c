// The buffer is filled again while the operation of the previous round may still read it: in the first round there is
// no request to wait for.
// finds: race FP-RACE-004
// says: fix Add MPI_Wait(&request, MPI_STATUS_IGNORE) after MPI_Rput at request_of_the_round_before.c:16, before the store at request_of_the_round_before.c:15 is executed again; or the two have to use different buffers.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Request request, all[3];
  int word;
  start_mpi();
  make_window(&win, 3);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 3; i++) {
    word = rank + i;                                                           // FINDS(race:store)
    MPI_Rput(&word, 1, MPI_INT, 1 - rank, i, 1, MPI_INT, win, &request);  // FINDS(race:put)
#ifdef MENDED
    MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
    all[i] = request;
  }
  MPI_Waitall(3, all, MPI_STATUSES_IGNORE);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
