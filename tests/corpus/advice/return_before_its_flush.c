// A function completes its put with a flush, but leaves before that if something is wrong. The call that is missing is
// one at that return, and not a second one beside the put.
// finds: reuse FP-RACE-004
// says: fix Add MPI_Win_flush_local_all(win) before the return at return_before_its_flush.c:27, which leaves out MPI_Win_flush_local_all at return_before_its_flush.c:29; or the two have to use different buffers. The first of these was tried
#include "corpus.h"

static MPI_Win win;
static int buffer[4];

#ifdef MENDED
static int give(int wrong) {
  MPI_Put(buffer, 4, MPI_INT, 1, 0, 4, MPI_INT, win);
  if (wrong) {
    fprintf(stderr, "wrong\n");
    MPI_Win_flush_local_all(win);
    return 1;
  }
  MPI_Win_flush_local_all(win);
  return 0;
}
#else
static int give(int wrong) {
  MPI_Put(buffer, 4, MPI_INT, 1, 0, 4, MPI_INT, win);  // FINDS(reuse:put)
  if (wrong) {
    fprintf(stderr, "wrong\n");
    // The caller knows what to do.
    return 1;
  }
  MPI_Win_flush_local_all(win);
  return 0;
}
#endif

int main(void) {
  start_mpi();
  make_window(&win, 4);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    give(1);
    buffer[0] = 9;  // FINDS(reuse:store)
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
