// A rank that has posted for itself polls with MPI_Win_test before its own MPI_Win_complete. It has called
// MPI_Win_start.
// finds: hang FP-MATCH-008
// options: --hang-timeout 2
// native: no
// says: fix MPI_Win_complete has to be called on rank 0 before MPI_Win_test at tested_before_complete.c:
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group world;
  int flag = 0;
  start_mpi();
  make_window(&win, 1);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Win_post(world, 0, win);
  MPI_Win_start(world, 0, win);
#ifdef MENDED
  MPI_Win_complete(win);
#endif
  if (rank == 0)
    while (!flag) MPI_Win_test(win, &flag);  // FINDS(hang)
#ifndef MENDED
  MPI_Win_complete(win);
#endif
  if (rank != 0) MPI_Win_wait(win);  // FINDS(hang)
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  return end_mpi();
}
