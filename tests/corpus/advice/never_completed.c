// Both start an epoch and wait for the other one's MPI_Win_complete, but neither calls it.
// finds: neither FP-MATCH-008
// options: --hang-timeout 2
// says: fix Add MPI_Win_complete(win) before MPI_Win_wait at never_completed.c:20. Tried on the recorded run: this fixes it and breaks nothing.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group world, other;
  start_mpi();
  make_window(&win, 1);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, (int[]){1 - rank}, &other);
  MPI_Win_post(other, 0, win);
  MPI_Win_start(other, 0, win);
  MPI_Put(&rank, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
#ifdef MENDED
  MPI_Win_complete(win);
#endif
  MPI_Win_wait(win);  // FINDS(neither)
  MPI_Group_free(&other);
  MPI_Group_free(&world);
  MPI_Win_free(&win);  // LINT(FP-EPOCH-013)
  return end_mpi();
}
