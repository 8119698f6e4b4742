// Memory that was attached before is attached again after the message with its address. What comes too late is the
// attach.
// finds: late FP-WINDOW-007
// says: fix Add a message or barrier after MPI_Win_attach at detached_before_the_address.c:23 that rank 1 waits for before MPI_Get
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
    MPI_Win_detach(win, cell);
    MPI_Get_address(cell, &address);
    MPI_Send(&address, 1, MPI_AINT, 1, 0, MPI_COMM_WORLD);
    usleep(200000);
    MPI_Win_attach(win, cell, sizeof cell);  // FINDS(late)
  } else {
    MPI_Recv(&address, 1, MPI_AINT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Get(&got, 1, MPI_INT, 0, address, 1, MPI_INT, win);  // FINDS(late)
    MPI_Win_flush(0, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) MPI_Win_detach(win, cell);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
