// A loop stores into a buffer, and puts it. The store cannot move to after the call that completes all of the puts,
// because these send what it stores.
// finds: race FP-RACE-004
// says: fix MPI_Win_complete(win) has to end the access epoch before the store
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group world, other;
  start_mpi();
  int value, peer = 1 - rank, *memory = make_window(&win, 4);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &peer, &other);
#ifdef MENDED
  for (int i = 0; i < 4; i++) {
    MPI_Win_post(other, 0, win);
    MPI_Win_start(other, 0, win);
    value = 10 * i + 5;
    MPI_Put(&value, 1, MPI_INT, peer, i, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
  }
#else
  MPI_Win_post(other, 0, win);
  MPI_Win_start(other, 0, win);
  for (int i = 0; i < 4; i++) {
    value = 10 * i + 5;                                    // FINDS(race:store)
    MPI_Put(&value, 1, MPI_INT, peer, i, 1, MPI_INT, win);  // FINDS(race:put)
  }
  MPI_Win_complete(win);
  MPI_Win_wait(win);
#endif
  for (int i = 0; i < 4; i++)
    if (memory[i] != 10 * i + 5) printf("%d\n", memory[i]);
  MPI_Group_free(&other);
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  return end_mpi();
}
