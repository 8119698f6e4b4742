// A flush, a message, a load without MPI_Win_sync: found when asked for.
// finds: sync FP-RACE-013
// says: fix Add MPI_Win_sync(halo) before the load at no_memory_sync.c:21.
// options: --strict
#include "corpus.h"

int main(void) {
  MPI_Win halo;
  start_mpi();
  MPI_Win_allocate(16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &(int*){0}, &halo);
  int* memory;
  int there;
  MPI_Win_get_attr(halo, MPI_WIN_BASE, &memory, &there);
  MPI_Win_lock_all(0, halo);
  if (rank == 0) {
    MPI_Put(&ranks, 1, MPI_INT, 1, 0, 1, MPI_INT, halo);  // FINDS(sync:put)
    MPI_Win_flush(1, halo);
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    REQUIRE(memory[0] == ranks);  // FINDS(sync:load)
  }
  MPI_Win_unlock_all(halo);
  MPI_Win_free(&halo);
  return end_mpi();
}
