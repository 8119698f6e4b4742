// The same in rounds: here the barrier stands between the unlock and the post, and the next lock comes too early.
// finds: both FP-EPOCH-012
// says: has to learn of the end of the exposure epoch (by a message or barrier after MPI_Win_wait) before MPI_Win_lock_all at locks_before_others_wait.c:17
#include <unistd.h>

#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group all, peer;
  start_mpi();
  const int other = 1 - rank;
  make_window(&win, 2);
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &other, &peer);
  for (int round = 0; round < 4; ++round) {
    MPI_Win_lock_all(0, win);  // FINDS(both)
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_post(peer, 0, win);  // FINDS(both)
    MPI_Win_start(peer, 0, win);
    MPI_Win_complete(win);
    if (rank == 0) usleep(10000);
    MPI_Win_wait(win);
  }
  MPI_Group_free(&all);
  MPI_Group_free(&peer);
  MPI_Win_free(&win);
  return end_mpi();
}
