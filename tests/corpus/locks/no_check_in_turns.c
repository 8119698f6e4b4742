// MPI_MODE_NOCHECK is right when messages see to it that the locks never meet.
// near: FP-ASSERT-008
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  int counter;
  if (rank == 1) MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, MPI_MODE_NOCHECK, win);
  MPI_Get(&counter, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_flush(0, win);
  REQUIRE(counter == rank);
  counter++;
  MPI_Put(&counter, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_unlock(0, win);
  if (rank == 0) MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
  MPI_Win_free(&win);
  return end_mpi();
}
