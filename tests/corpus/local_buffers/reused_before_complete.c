// In PSCW, the origin buffer is changed before complete.
// finds: race FP-RACE-004
// says: after MPI_Win_complete at reused_before_complete.c:18, which completes MPI_Put; or the two have to use different buffers.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group world, other;
  start_mpi();
  make_window(&win, 1);
  int value = 7, peer = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &peer, &other);
  MPI_Win_post(other, 0, win);
  MPI_Win_start(other, 0, win);
  MPI_Put(&value, 1, MPI_INT, peer, 0, 1, MPI_INT, win);  // FINDS(race:put)
  value = 8;                                              // FINDS(race:store)
  MPI_Win_complete(win);
  MPI_Win_wait(win);
  MPI_Group_free(&world);
  MPI_Group_free(&other);
  MPI_Win_free(&win);
  return end_mpi();
}
