// Tests in a loop, of one and of several requests, whatever the first of them say.
// options: --schedule lazy
// near: FP-RACE-005
#include "corpus.h"

enum { kRequests = 4 };

int main(void) {
  MPI_Win win;
  MPI_Request requests[kRequests];
  int values[kRequests], one = -1, complete = 0, finished = 0;
  start_mpi();
  make_window(&win, kRequests);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Rget(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &requests[0]);
    while (!complete) MPI_Test(&requests[0], &complete, MPI_STATUS_IGNORE);
    REQUIRE(one == 0);
    for (int i = 0; i < kRequests; i++) MPI_Rget(&values[i], 1, MPI_INT, 1, i, 1, MPI_INT, win, &requests[i]);
    while (finished < kRequests) {
      int count = 0, indices[kRequests];
      MPI_Testsome(kRequests, requests, &count, indices, MPI_STATUSES_IGNORE);
      for (int i = 0; i < count; i++) REQUIRE(values[indices[i]] == 0);
      finished += count;
    }
    for (int i = 0; i < kRequests; i++) MPI_Rget(&values[i], 1, MPI_INT, 1, i, 1, MPI_INT, win, &requests[i]);
    for (int i = 0, index; i < kRequests; i++) {
      MPI_Waitany(kRequests, requests, &index, MPI_STATUS_IGNORE);
      REQUIRE(values[index] == 0);
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
