// The owner detaches while the peer's put may be in progress.
// finds: detach FP-WINDOW-006
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Aint address;
  static int memory[4];
  start_mpi();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_attach(win, memory, sizeof memory);
  MPI_Get_address(memory, &address);
  MPI_Bcast(&address, 1, MPI_AINT, 1, MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&ranks, 1, MPI_INT, 1, address, 1, MPI_INT, win);  // FINDS(detach:put)
    MPI_Win_flush_local(1, win);
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_detach(win, memory);  // FINDS(detach)
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) MPI_Win_detach(win, memory);
  MPI_Win_free(&win);
  return end_mpi();
}
