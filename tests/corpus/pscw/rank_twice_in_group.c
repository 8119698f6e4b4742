// Both neighbours of a rank may be the same process, and the group names it twice. That is forbidden, but libraries take it
// and do what is meant.
// finds: twice FP-USE-006
// says: fix Each rank has to be in ranks only once
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group all, neighbours;
  start_mpi();
  int* const memory = make_window(&win, 4);
  MPI_Win_get_group(win, &all);
  const int both[2] = {(rank + 1) % ranks, (rank + ranks - 1) % ranks};
  MPI_Group_incl(all, 2, both, &neighbours);  // FINDS(twice)
  for (int i = 0; i < 3; i++) {
    MPI_Win_post(neighbours, 0, win);
    MPI_Win_start(neighbours, 0, win);
    MPI_Put(&rank, 1, MPI_INT, both[0], 0, 1, MPI_INT, win);
    MPI_Put(&rank, 1, MPI_INT, both[1], 1, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    REQUIRE(memory[0] == both[1] && memory[1] == both[0]);
  }
  MPI_Group_free(&neighbours);
  MPI_Group_free(&all);
  MPI_Win_free(&win);
  return end_mpi();
}
