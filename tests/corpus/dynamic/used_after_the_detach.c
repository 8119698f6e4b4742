// The origin uses an address after the memory was detached. The target attaches the memory again for others after
// that.
// finds: gone FP-RANGE-002
// says: was detached by MPI_Win_detach at used_after_the_detach.c:22
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Aint address;
  static int cell[4];
  int got = 0;
  start_mpi();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  MPI_Get_address(cell, &address);
  MPI_Bcast(&address, 1, MPI_AINT, 0, MPI_COMM_WORLD);
  for (int round = 0; round < 2; round++) {
    if (rank == 0) MPI_Win_attach(win, cell, sizeof cell);
    MPI_Barrier(MPI_COMM_WORLD);
    // Here it could be used.
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) MPI_Win_detach(win, cell);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1 && round == 0) {
      MPI_Get(&got, 1, MPI_INT, 0, address, 1, MPI_INT, win);  // FINDS(gone)
      MPI_Win_flush(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
