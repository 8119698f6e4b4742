// A ticket by fetch-and-add; wait until it is served; serve the next one.
// ranks: 3
#include "corpus.h"

enum { NEXT, SERVED, COUNTER };

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 3);
  int one = 1, ticket, counter;
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 3; i++) {
    MPI_Fetch_and_op(&one, &ticket, MPI_INT, 0, NEXT, MPI_SUM, win);
    MPI_Win_flush(0, win);
    for (int served = -1; served != ticket;) {
      MPI_Fetch_and_op(NULL, &served, MPI_INT, 0, SERVED, MPI_NO_OP, win);
      MPI_Win_flush(0, win);
    }
    MPI_Get(&counter, 1, MPI_INT, 0, COUNTER, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    counter++;
    MPI_Put(&counter, 1, MPI_INT, 0, COUNTER, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    MPI_Accumulate(&one, 1, MPI_INT, 0, SERVED, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_flush(0, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
