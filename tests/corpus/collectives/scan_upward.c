// A scan orders lower ranks before higher ones.
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  int sum;
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Put(&ranks, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
  MPI_Win_flush_all(win);
  MPI_Scan(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Win_sync(win);
  REQUIRE(rank != 2 || memory[0] == 3);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
