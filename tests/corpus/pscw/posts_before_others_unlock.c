// All ranks lock and unlock, and then post: nothing keeps a rank from posting while another one still holds its lock.
// finds: both FP-EPOCH-012
// says: has to learn of the end of the lock epoch (by a message or barrier after MPI_Win_unlock_all) before MPI_Win_post at posts_before_others_unlock.c:18
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group all, peer;
  const int value = 1;
  start_mpi();
  const int other = 1 - rank;
  make_window(&win, 2);
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &other, &peer);
  MPI_Win_lock_all(0, win);  // FINDS(both)
  MPI_Put(&value, 1, MPI_INT, other, 0, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
  MPI_Win_post(peer, 0, win);  // FINDS(both)
  MPI_Win_start(peer, 0, win);
  MPI_Put(&value, 1, MPI_INT, other, 1, 1, MPI_INT, win);
  MPI_Win_complete(win);
  MPI_Win_wait(win);
  MPI_Group_free(&all);
  MPI_Group_free(&peer);
  MPI_Win_free(&win);
  return end_mpi();
}
