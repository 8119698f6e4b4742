// A process that alone holds a window puts an element, gets it again and puts it once more, all without a flush. The
// get is meant to read what the first put has written: nothing is overwritten unread.
// finds: read FP-RACE-003
// finds: again FP-RACE-003
// says: fix Add MPI_Win_flush(1, win) before MPI_Get at put_and_got_again.c:20. Tried on the recorded run
// says: and so undefined FP-RACE-003
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int first = 5, parent = -1, second = 7;
  start_mpi();
  make_window(&win, 8);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Put(&first, 1, MPI_INT, 1, 3, 1, MPI_INT, win);  // FINDS(read:put, again)
#ifdef MENDED
    MPI_Win_flush(1, win);
#endif
    MPI_Get(&parent, 1, MPI_INT, 1, 3, 1, MPI_INT, win);  // FINDS(read:get)
    MPI_Win_flush_local(1, win);
    second += parent;
    MPI_Put(&second, 1, MPI_INT, 1, 3, 1, MPI_INT, win);  // FINDS(again:put)
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
