// Three statements use the result of the get before the flush: one call is too late, not three.
// KNOWN GAP: with hooks: clang instruments no element of a local array by itself (-O0)
// finds: first FP-RACE-005
// finds: second FP-RACE-005
// finds: third FP-RACE-005
// says: fix Add MPI_Win_flush_local(1 - rank, win) after MPI_Get at one_flush_for_all_uses.c:16, before the load at one_flush_for_all_uses.c:20.
// says: 1 finding (1 undefined outcome), 2 consequences
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int part[3], sum = 0, most = 0;
  start_mpi();
  make_window(&win, 3);
  MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win);
  MPI_Get(part, 3, MPI_INT, 1 - rank, 0, 3, MPI_INT, win);  // FINDS(first:get, second:get, third:get)
#ifdef MENDED
  MPI_Win_flush_local(1 - rank, win);
#endif
  sum += part[0];                // FINDS(first:load)
  if (part[1] > most) most = 1;  // FINDS(second:load)
  part[2] = sum + most;          // FINDS(third:store)
  MPI_Win_flush(1 - rank, win);
  if (part[2] < 0) printf("%d\n", sum);
  MPI_Win_unlock(1 - rank, win);
  MPI_Win_free(&win);
  return end_mpi();
}
