// Rank 0 looks at a value several times, continues, and waits in a barrier. It no longer polls; rank 1 does, for a
// value that nobody writes.
// finds: neither FP-MATCH-008
// options: --hang-timeout 2
#include "corpus.h"

static MPI_Win win;

static int value(void) {
  int result;
  MPI_Fetch_and_op(NULL, &result, MPI_INT, 0, 0, MPI_NO_OP, win);  // FINDS(neither)
  MPI_Win_flush(0, win);
  return result;
}

int main(void) {
  start_mpi();
  make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    for (int i = 0; i < 40; ++i) REQUIRE(value() == 0);
  } else {
    while (value() == 0) {
    }
  }
  MPI_Barrier(MPI_COMM_WORLD);  // FINDS(neither)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
