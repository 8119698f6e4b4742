// The target stores to the exposed location.
// finds: race FP-RACE-002
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group world, other;
  start_mpi();
  int* memory = make_window(&win, 2);
  int got = -1, peer = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &peer, &other);
  if (rank == 0) {
    MPI_Win_start(other, 0, win);
    MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:get)
    MPI_Win_complete(win);
  } else {
    memory[0] = 7;
    MPI_Win_post(other, 0, win);
    memory[0] = 8;  // FINDS(race:store)
    memory[1] = 9;
    MPI_Win_wait(win);
  }
  MPI_Group_free(&world);
  MPI_Group_free(&other);
  MPI_Win_free(&win);
  return end_mpi();
}
