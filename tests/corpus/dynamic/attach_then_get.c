// Memory is attached, its address is sent, the peer gets it, and it is detached after a message back.
// near: FP-RANGE-002 FP-WINDOW-006 FP-WINDOW-007
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Aint address;
  start_mpi();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 1) {
    int* memory = malloc(4 * sizeof *memory);
    for (int i = 0; i < 4; i++) memory[i] = i;
    MPI_Win_attach(win, memory, 4 * sizeof *memory);
    MPI_Win_sync(win);
    MPI_Get_address(memory, &address);
    MPI_Send(&address, 1, MPI_AINT, 0, 0, MPI_COMM_WORLD);
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_detach(win, memory);
    free(memory);
  } else {
    int got[4];
    MPI_Recv(&address, 1, MPI_AINT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Get(got, 4, MPI_INT, 1, address, 4, MPI_INT, win);
    MPI_Win_flush(1, win);
    for (int i = 0; i < 4; i++) REQUIRE(got[i] == i);
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
