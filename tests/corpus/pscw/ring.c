// Everybody posts to the left and starts to the right.
// near: FP-MATCH-005
// ranks: 4
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group world, to, from;
  start_mpi();
  int* memory = make_window(&win, 1);
  int right = (rank + 1) % ranks, left = (rank + ranks - 1) % ranks;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &right, &to);
  MPI_Group_incl(world, 1, &left, &from);
  for (int round = 0; round < 3; round++) {
    int value = 10 * round + rank;
    MPI_Win_post(from, 0, win);
    MPI_Win_start(to, 0, win);
    MPI_Put(&value, 1, MPI_INT, right, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    REQUIRE(memory[0] == 10 * round + left);
  }
  MPI_Group_free(&world);
  MPI_Group_free(&to);
  MPI_Group_free(&from);
  MPI_Win_free(&win);
  return end_mpi();
}
