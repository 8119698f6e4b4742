// The owner reads the results under a lock, but does not wait until the others have made them. An exclusive lock would hide
// that: it reads them once, and too early.
// ranks: 2
// finds: early FP-RACE-006
// says: fix Add a message or barrier after MPI_Win_unlock at results_under_shared_locks.c:19 on rank 1 that rank 0 waits for before the load of rank 0 at results_under_shared_locks.c:25; or if the load of rank 0 at results_under_shared_locks.c:25 is meant to come first, MPI_Get_accumulate of rank 1 at results_under_shared_locks.c:18 has to come after it: rank 1 has to wait for that, by a message or barrier. The first of these was tried
#include <unistd.h>

#include "corpus.h"

int main(void) {
  MPI_Win win;
  int least = 0, old = 0;
  start_mpi();
  const int* memory = make_window(&win, 1);
  const int mine = -1 - rank;
  if (rank == 1) usleep(300000);  // after the load, in time
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Get_accumulate(&mine, 1, MPI_INT, &old, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_MIN, win);  // FINDS(early:get_accumulate)
  MPI_Win_unlock(0, win);
#ifdef MENDED
  MPI_Barrier(MPI_COMM_WORLD);
#endif
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    least = memory[0];  // FINDS(early:load)
    MPI_Win_unlock(0, win);
  }
#ifdef MENDED
  if (rank == 0) REQUIRE(least == -ranks);
#else
  if (rank == 0) printf("%d\n", least);
#endif
  MPI_Win_free(&win);
  return end_mpi();
}
