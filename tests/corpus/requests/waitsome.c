// Several Rgets, completed by Waitsome in any order; each buffer is used when its own request is done.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 8);
  static int values[8];
  MPI_Request requests[8];
  int done = 0, count, which[8];
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 8; i++) MPI_Rget(&values[i], 1, MPI_INT, 1 - rank, i, 1, MPI_INT, win, &requests[i]);
  while (done < 8) {
    MPI_Waitsome(8, requests, &count, which, MPI_STATUSES_IGNORE);
    for (int i = 0; i < count; i++) REQUIRE(values[which[i]]++ == 0);
    done += count;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
