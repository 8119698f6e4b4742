// The program calls functions by their PMPI names.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 4);
  const int value = 5;
  PMPI_Win_lock_all(0, win);
  if (rank == 0) {
    PMPI_Put(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
    PMPI_Win_flush(1, win);
    PMPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    PMPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    PMPI_Win_sync(win);
    REQUIRE(memory[1] == value);
  }
  PMPI_Win_unlock_all(win);
  PMPI_Win_free(&win);
  return end_mpi();
}
