// The target posts for itself and not for the origin: no nonblocking call would help.
// finds: deadlock FP-MATCH-008
// options: --hang-timeout 2
// native: no
// says: fix The group of MPI_Win_post at posted_for_itself.c:25 has to name rank 0, not rank 1 itself.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group all, group;
  start_mpi();
  make_window(&win, 1);
#ifdef MENDED
  int member = 1 - rank;
#else
  int member = 1;
#endif
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &member, &group);
  if (rank == 0) {
    MPI_Win_start(group, 0, win);
    MPI_Put(&rank, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);  // FINDS(deadlock)
  } else {
    MPI_Win_post(group, 0, win);
    MPI_Win_wait(win);  // FINDS(deadlock)
  }
  MPI_Group_free(&group);
  MPI_Group_free(&all);
  MPI_Win_free(&win);
  return end_mpi();
}
