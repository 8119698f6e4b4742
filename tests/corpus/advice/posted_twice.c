// The window is posted twice before any rank starts: a wait in between would never return, so one post must be removed.
// finds: twice FP-EPOCH-006
// options: --hang-timeout 2
// says: fix Remove MPI_Win_post at posted_twice.c:16. Tried on the recorded run: this fixes it and breaks nothing.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group world, other;
  start_mpi();
  make_window(&win, 1);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, (int[]){1 - rank}, &other);
  MPI_Win_post(other, 0, win);
#ifndef MENDED
  MPI_Win_post(other, 0, win);  // FINDS(twice)
#endif
  MPI_Win_start(other, 0, win);
  MPI_Put(&rank, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_complete(win);
  MPI_Win_wait(win);  // FINDS(twice)
  MPI_Group_free(&other);
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  return end_mpi();
}
