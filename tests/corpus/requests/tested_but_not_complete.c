// A result is used whatever MPI_Test says: that it is complete at the first test is luck, which schedules that put off do
// not give.
// options: --schedule lazy
// finds: early FP-RACE-005
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Request request;
  int value = 0, complete = 0;
  start_mpi();
  make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Rget(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &request);  // FINDS(early)
    MPI_Test(&request, &complete, MPI_STATUS_IGNORE);
    printf("%d\n", value);  // FINDS(early:load)
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
