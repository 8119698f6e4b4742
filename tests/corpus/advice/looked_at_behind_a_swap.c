// The release of a queue lock looks with a load at the word by which the next one announces itself. That may come at
// any time: the load has to be atomic, and cannot come before the call that took the lock.
// finds: race FP-RACE-006
// says: or the load of rank 0 at looked_at_behind_a_swap.c:30 has to be atomic, as MPI_Fetch_and_op with MPI_NO_OP is. The first of these was tried
#include <unistd.h>

#include "corpus.h"

enum { NEXT, TAIL };

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 2);
  int me = rank + 1, before = 0, next = 0;
  if (rank == 1) usleep(50000);
  MPI_Win_lock_all(0, win);
  MPI_Fetch_and_op(&me, &before, MPI_INT, 0, TAIL, MPI_REPLACE, win);
  MPI_Win_flush(0, win);
  if (rank == 1 && before == 1) {
    MPI_Accumulate(&me, 1, MPI_INT, 0, NEXT, 1, MPI_INT, MPI_REPLACE, win);  // FINDS(race)
    MPI_Win_flush(0, win);
  }
  if (rank == 0) {
    usleep(200000);
#ifdef MENDED
    MPI_Fetch_and_op(NULL, &next, MPI_INT, 0, NEXT, MPI_NO_OP, win);
    MPI_Win_flush(0, win);
#else
    next = memory[NEXT];  // FINDS(race:load)
#endif
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  (void)memory;
  return next > 2 || end_mpi();
}
