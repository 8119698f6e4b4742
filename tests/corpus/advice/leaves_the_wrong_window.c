// Two functions lock and unlock whatever window they are given. The third window is left although the second one was
// entered. To remove the unlock would leave the first window open, too.
// finds: wrong FP-EPOCH-009
// finds: open FP-EPOCH-013
// says: fix The lock has to be taken before it, or it has to be on the other window, which MPI_Win_lock at leaves_the_wrong_window.c:9 has locked, if it is meant for that.
#include "corpus.h"

static void enter(MPI_Win win) {
  MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win);  // FINDS(open)
}
static void leave(MPI_Win win) {
  MPI_Win_unlock(1 - rank, win);  // FINDS(wrong)
}

int main(void) {
  MPI_Win wins[3];
  start_mpi();
  for (int i = 0; i < 3; ++i) make_window(&wins[i], 4);
  enter(wins[0]);
  MPI_Put(&rank, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, wins[0]);
  leave(wins[0]);
  enter(wins[1]);
  MPI_Put(&rank, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, wins[1]);
#ifdef MENDED
  leave(wins[1]);
#else
  leave(wins[2]);
#endif
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 3; ++i) MPI_Win_free(&wins[i]);  // FINDS(open)
  return end_mpi();
}
