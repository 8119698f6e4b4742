// A barrier on an intercommunicator waits only for the other group: a message within the own group is missing, not one
// before the next round.
// ranks: 4
// finds: race FP-RACE-002
// says: fix Add a message or barrier after MPI_Win_flush at barrier_between_groups.c:20 on rank 0 that rank 2 waits for before the load of rank 2
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Comm half, both;
  const int target = 2;
  start_mpi();
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 0, &both);
  int* memory = make_window(&win, 1);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&target, 1, MPI_INT, target, 0, 1, MPI_INT, win);  // FINDS(race:put)
    MPI_Win_flush(target, win);
  }
#ifdef MENDED
  MPI_Barrier(half);
#endif
  MPI_Barrier(both);
  if (rank == target) {
    REQUIRE(memory[0] >= 0);  // FINDS(race:load)
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Comm_free(&both);
  MPI_Comm_free(&half);
  return end_mpi();
}
