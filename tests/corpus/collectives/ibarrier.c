// A nonblocking barrier orders what came before its call and what comes after its Wait.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Request request;
  start_mpi();
  int* memory = make_window(&win, 1);
  int value = 7;
  MPI_Win_lock_all(0, win);
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_flush_all(win);
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  for (int done = 0; !done;) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  MPI_Win_sync(win);
  REQUIRE(memory[0] == 7);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
