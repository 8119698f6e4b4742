// All ranks start an epoch to their neighbours, complete it and wait, but no rank posts.
// ranks: 4
// finds: nobody FP-MATCH-008
// options: --hang-timeout 2
// says: Ranks 0 to 3 wait in MPI_Win_complete at nobody_posts.c:22
// says: fix Add MPI_Win_post(near, 0, win) before MPI_Win_start at nobody_posts.c:20. Tried on the recorded run: this fixes it and breaks nothing.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group world, near;
  start_mpi();
  make_window(&win, 2);
  const int neighbours[2] = {(rank + 1) % ranks, (rank + ranks - 1) % ranks};
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 2, neighbours, &near);
#ifdef MENDED
  MPI_Win_post(near, 0, win);
#endif
  MPI_Win_start(near, 0, win);
  for (int i = 0; i < 2; i++) MPI_Put(&rank, 1, MPI_INT, neighbours[i], i, 1, MPI_INT, win);
  MPI_Win_complete(win);  // FINDS(nobody)
  MPI_Win_wait(win);
  MPI_Group_free(&near);
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  return end_mpi();
}
