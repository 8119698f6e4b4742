// MPI_Waitall is given one request too few.
// finds: left FP-EPOCH-019
// says: made 8 requests there and completed 7 of them in MPI_Waitall at all_but_one.c:16. The last one is left.
// says: or MPI_Waitall at all_but_one.c:16 has to complete the other one as well
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Request requests[8];
  int values[8] = {0};
  start_mpi();
  make_window(&win, 8);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 8; i++)
    MPI_Rput(values + i, 1, MPI_INT, 1 - rank, i, 1, MPI_INT, win, &requests[i]);  // FINDS(left)
  MPI_Waitall(7, requests, MPI_STATUSES_IGNORE);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
