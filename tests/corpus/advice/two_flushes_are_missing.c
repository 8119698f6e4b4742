// Two puts to one place, and a flag after them: the first must be complete before the second, and the second before the
// flag. These are two mistakes.
// finds: twice FP-RACE-003
// finds: first FP-RACE-002
// finds: second FP-RACE-002
// says: fix Add MPI_Win_flush(1, win) before MPI_Put at two_flushes_are_missing.c:23.
// says: fix Add MPI_Win_flush(1, win) before MPI_Accumulate at two_flushes_are_missing.c:27.
// says: 2 findings (2 undefined outcomes), 1 consequence
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  const int* memory = make_window(&win, 2);
  const int old = 6, new = 7, one = 1;
  int raised, read = 7;
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&old, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(twice, first:put)
#ifdef MENDED
    MPI_Win_flush(1, win);
#endif
    MPI_Put(&new, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(twice, second:put)
#ifdef MENDED
    MPI_Win_flush(1, win);
#endif
    MPI_Accumulate(&one, 1, MPI_INT, 1, 1, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush(1, win);
  } else {
    do {
      MPI_Fetch_and_op(NULL, &raised, MPI_INT, 1, 1, MPI_NO_OP, win);
      MPI_Win_flush(1, win);
    } while (!raised);
    read = memory[0];  // FINDS(first:load, second:load)
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
#ifdef MENDED
  REQUIRE(read == 7);
#endif
  return read < 0 ? 1 : end_mpi();
}
