// Ranks look whether a place is free and then take it: both may find it free. That is what MPI_Compare_and_swap is for.
// finds: taken FP-RACE-001
// finds: puts FP-RACE-001
// says: or MPI_Compare_and_swap in place of MPI_Get at taken_if_free.c:18 and MPI_Put at taken_if_free.c:20, or under an exclusive lock (MPI_Win_lock with MPI_LOCK_EXCLUSIVE in place of MPI_Win_lock_all) that is held from the one to the other
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int owner = -1, mine;
  start_mpi();
  make_window(&win, 1);
  mine = rank + 1;
  MPI_Win_lock_all(0, win);
#ifdef MENDED
  const int nobody = 0;
  MPI_Compare_and_swap(&mine, &nobody, &owner, MPI_INT, 0, 0, win);
#else
  MPI_Get(&owner, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(taken:get)
  MPI_Win_flush(0, win);
  if (owner <= ranks) MPI_Put(&mine, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(taken:put, puts:put)
#endif
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
