// What a get brought when its epoch was complete has been read: the target, told so, may store before its own wait. It
// may not before it is told.
// finds: race FP-RACE-002
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group world, other;
  start_mpi();
  int* memory = make_window(&win, 2);
  int got[2] = {-1, -1}, peer = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &peer, &other);
  for (int round = 0; round < 2; round++) {
    if (rank == 0) {
      MPI_Win_start(other, 0, win);
      MPI_Get(&got[0], 1, MPI_INT, 1, 0, 1, MPI_INT, win);
      MPI_Get(&got[1], 1, MPI_INT, 1, 1, 1, MPI_INT, win);  // FINDS(race:get)
      MPI_Win_complete(win);
      MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
      REQUIRE(got[0] == 7 * round);
    } else {
      MPI_Win_post(other, 0, win);
      memory[1] = 7;  // FINDS(race:store)
      MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      memory[0] = 7;
      MPI_Win_wait(win);
    }
  }
  MPI_Group_free(&world);
  MPI_Group_free(&other);
  MPI_Win_free(&win);
  return end_mpi();
}
