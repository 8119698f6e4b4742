// Messages over an intercommunicator order like others: ranks are those of the remote group.
// ranks: 4
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Comm half, bridge;
  start_mpi();
  int* memory = make_window(&win, 1);
  MPI_Comm_split(MPI_COMM_WORLD, rank / 2, 0, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank < 2 ? 2 : 0, 0, &bridge);
  MPI_Win_lock_all(0, win);
  if (rank == 1) {
    MPI_Put(&ranks, 1, MPI_INT, 3, 0, 1, MPI_INT, win);
    MPI_Win_flush(3, win);
    MPI_Send(NULL, 0, MPI_INT, 1, 0, bridge);
  } else if (rank == 3) {
    MPI_Recv(NULL, 0, MPI_INT, 1, 0, bridge, MPI_STATUS_IGNORE);
    MPI_Win_sync(win);
    REQUIRE(memory[0] == ranks);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Comm_free(&bridge);
  MPI_Comm_free(&half);
  return end_mpi();
}
