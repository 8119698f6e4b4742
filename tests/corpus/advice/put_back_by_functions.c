// A value is got by one function, changed, and put back by another one, each under a shared lock of its own. Exclusive
// locks instead would let the ranks lose what others have added all the same: only one lock around both, or an atomic
// operation, does not.
// finds: puts FP-RACE-001
// finds: read FP-RACE-001
// says: The value has to be changed in one step, by MPI_Fetch_and_op (to add, with MPI_SUM) or MPI_Compare_and_swap in place of MPI_Get at put_back_by_functions.c:16 and MPI_Put at put_back_by_functions.c:23, or under an exclusive lock (MPI_Win_lock with MPI_LOCK_EXCLUSIVE) that is held from the one to the other
// says: (Order would not help).
#include "corpus.h"

static MPI_Win win;

#ifndef MENDED
static int get(void) {
  int value;
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(read:get)
  MPI_Win_unlock(0, win);
  return value;
}

static void put(int value) {
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(puts:put, read:put)
  MPI_Win_unlock(0, win);
}
#endif

int main(void) {
  start_mpi();
  make_window(&win, 1);
  for (int i = 0; i < 3; i++) {
#ifdef MENDED
    const int one = 1;
    int before;
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Fetch_and_op(&one, &before, MPI_INT, 0, 0, MPI_SUM, win);
    MPI_Win_unlock(0, win);
#else
    put(get() + 1);
#endif
  }
  MPI_Win_free(&win);
  return end_mpi();
}
