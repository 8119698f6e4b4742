// Each rank exposes its memory and puts to both neighbours, to one place of each. Two epochs of the target alone would
// let all wait for each other: every rank has to make two rounds.
// ranks: 3
// finds: race FP-RACE-001
// says: both have to be MPI_Accumulate; or the two have to be in different exposure epochs of rank
#include "corpus.h"

static MPI_Win win;
static MPI_Group world;

static MPI_Group of(int count, const int members[]) {
  MPI_Group group;
  MPI_Group_incl(world, count, members, &group);
  return group;
}

int main(void) {
  start_mpi();
  int* memory = make_window(&win, 1);
  const int right = (rank + 1) % ranks, left = (rank + ranks - 1) % ranks;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
#ifdef MENDED
  for (int round = 0; round < 2; round++) {
    const int to = round == 0 ? right : left, from = round == 0 ? left : right;
    MPI_Group origin = of(1, &from), target = of(1, &to);
    MPI_Win_post(origin, 0, win);
    MPI_Win_start(target, 0, win);
    MPI_Put(&rank, 1, MPI_INT, to, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    MPI_Group_free(&origin);
    MPI_Group_free(&target);
  }
#else
  MPI_Group both = of(2, (int[]){left, right});
  MPI_Win_post(both, 0, win);
  MPI_Win_start(both, 0, win);
  MPI_Put(&rank, 1, MPI_INT, right, 0, 1, MPI_INT, win);  // FINDS(race:put)
  MPI_Put(&rank, 1, MPI_INT, left, 0, 1, MPI_INT, win);   // FINDS(race:put)
  MPI_Win_complete(win);
  MPI_Win_wait(win);
  MPI_Group_free(&both);
#endif
  REQUIRE(memory[0] != rank);
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  return end_mpi();
}
