// Fifty rounds of start and post whose groups change from round to round.
// near: FP-MATCH-003 FP-MATCH-004
// ranks: 4
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group world, to, from;
  start_mpi();
  int* memory = make_window(&win, 1);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  for (int round = 0; round < 50; round++) {
    int step = 1 + round % 3, target = (rank + step) % ranks, origin = (rank + ranks - step) % ranks;
    int value = 10 * round + rank;
    MPI_Group_incl(world, 1, &target, &to);
    MPI_Group_incl(world, 1, &origin, &from);
    MPI_Win_post(from, 0, win);
    MPI_Win_start(to, 0, win);
    MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    REQUIRE(memory[0] == 10 * round + origin);
    MPI_Group_free(&to);
    MPI_Group_free(&from);
  }
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  return end_mpi();
}
