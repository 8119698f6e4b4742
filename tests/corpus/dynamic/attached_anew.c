// Memory is detached and attached again while an operation may still access it. The address was sent after the first
// attach, so the detach is what comes too early.
// finds: early FP-WINDOW-006
#include <unistd.h>

#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Aint address;
  static int cell[4];
  int got = 0;
  start_mpi();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Win_attach(win, cell, sizeof cell);
    MPI_Get_address(cell, &address);
    MPI_Send(&address, 1, MPI_AINT, 1, 0, MPI_COMM_WORLD);
    MPI_Win_detach(win, cell);  // FINDS(early)
    MPI_Win_attach(win, cell, sizeof cell);
  } else {
    MPI_Recv(&address, 1, MPI_AINT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    usleep(200000);
    MPI_Get(&got, 1, MPI_INT, 0, address, 1, MPI_INT, win);  // FINDS(early)
    MPI_Win_flush(0, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) MPI_Win_detach(win, cell);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
