// Each round posts, starts and completes, and none waits: the wait belongs behind the complete, in the function that has
// posted.
// finds: wait FP-EPOCH-006
// finds: left FP-EPOCH-013
// says: fix Add MPI_Win_wait(halo->win) after MPI_Win_complete at rounds_without_wait.c:17, in the same block as MPI_Win_post at rounds_without_wait.c:14. Tried on the recorded run: this fixes it and breaks nothing.
#include "corpus.h"

typedef struct {
  MPI_Win win;
  MPI_Group other;
} halo_t;

static void exchange(halo_t* halo, int round) {
  MPI_Win_post(halo->other, 0, halo->win);  // FINDS(wait, left)
  MPI_Win_start(halo->other, 0, halo->win);
  MPI_Put(&rank, 1, MPI_INT, 1 - rank, round, 1, MPI_INT, halo->win);
  MPI_Win_complete(halo->win);
#ifdef MENDED
  MPI_Win_wait(halo->win);
#endif
}

int main(void) {
  halo_t halo;
  MPI_Group world;
  start_mpi();
  make_window(&halo.win, 3);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, (int[]){1 - rank}, &halo.other);
  for (int round = 0; round < 3; round++) exchange(&halo, round);
  MPI_Group_free(&halo.other);
  MPI_Group_free(&world);
  MPI_Win_free(&halo.win);  // FINDS(left)
  return end_mpi();
}
