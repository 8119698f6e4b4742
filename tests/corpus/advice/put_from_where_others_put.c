// Each rank puts its value from where the other one puts: within one exposure epoch. A put cannot come after the wait
// that ends it.
// finds: race FP-RACE-001
// says: access different bytes, or the latter has to be in an epoch of MPI_Win_start that comes after MPI_Win_wait at
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 2);
  MPI_Group world, other;
  const int peer = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &peer, &other);
  memory[0] = rank + 1;
  MPI_Win_post(other, 0, win);
  MPI_Win_start(other, 0, win);
#ifdef MENDED
  MPI_Put(memory, 1, MPI_INT, peer, 1, 1, MPI_INT, win);
#else
  MPI_Put(memory, 1, MPI_INT, peer, 0, 1, MPI_INT, win);  // FINDS(race:put)
#endif
  MPI_Win_complete(win);
  MPI_Win_wait(win);
#ifdef MENDED
  REQUIRE(memory[1] == peer + 1);
#endif
  MPI_Win_free(&win);
  MPI_Group_free(&other);
  MPI_Group_free(&world);
  return end_mpi();
}
