// The builtins of __sync are full barriers: a relaxed order is not the mistake. The store comes after the builtin that
// announces it.
// finds: race FP-RACE-009
// says: fix The store of rank 0 at told_by_a_full_barrier.c:25 has to come before the atomic
// says: if that tells rank 1 to go on
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int *mine, *shared, unit, sum = 0;
  MPI_Aint size;
  start_mpi();
  MPI_Win_allocate_shared(rank == 0 ? 16 : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &shared);
  if (rank == 0) shared[0] = shared[1] = shared[2] = 0;
  MPI_Win_fence(0, win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 3; i++) {
    if (rank == 0) {
#ifdef MENDED
      shared[1] = 5;
      __sync_fetch_and_add(&shared[0], 1);
#else
      __sync_fetch_and_add(&shared[0], 1);
      shared[1] = 5;  // FINDS(race:store)
#endif
      while (__sync_fetch_and_add(&shared[2], 0) <= i) {
      }
    } else {
      while (__sync_fetch_and_add(&shared[0], 0) <= i) {
      }
      sum += shared[1];  // FINDS(race:load)
      __sync_fetch_and_add(&shared[2], 1);
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return sum < 0 ? 1 : end_mpi();
}
