// As last_reference_detaches.c, but a rank tells the owner itself, before its fetch is complete: nobody has read that.
// ranks: 2
// finds: early FP-WINDOW-006
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Aint address = 0;
  start_mpi();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  int* count = malloc(sizeof *count);
  *count = 2;
  MPI_Win_attach(win, count, sizeof *count);
  if (rank == 0) MPI_Get_address(count, &address);
  MPI_Bcast(&address, 1, MPI_AINT, 0, MPI_COMM_WORLD);
  if (rank == 1) {
    int minus = -1, before;
    MPI_Fetch_and_op(&minus, &before, MPI_INT, 0, address, MPI_SUM, win);  // FINDS(early)
    MPI_Send(NULL, 0, MPI_INT, 0, 1, MPI_COMM_WORLD);
    MPI_Win_flush(0, win);
  } else {
    MPI_Recv(NULL, 0, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_detach(win, count);  // FINDS(early)
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) MPI_Win_detach(win, count);
  free(count);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
