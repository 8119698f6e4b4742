// A store, a message, a get without MPI_Win_sync at the owner: found when asked for.
// finds: sync FP-RACE-013
// says: fix Add MPI_Win_sync(halo) after the store at store_without_sync.c:14.
// options: --strict
#include "corpus.h"

int main(void) {
  MPI_Win halo;
  int value = 0;
  start_mpi();
  int* memory = make_window(&halo, 1);
  MPI_Win_lock_all(0, halo);
  if (rank == 0) {
    memory[0] = 7;  // FINDS(sync:store)
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, halo);  // FINDS(sync:get)
    MPI_Win_flush(0, halo);
    REQUIRE(value == 7);
  }
  MPI_Win_unlock_all(halo);
  MPI_Win_free(&halo);
  return end_mpi();
}
