// A release that no process acquires gives no order; the finding names the load that should be an acquire.
// finds: race FP-RACE
// says: fix If the atomic load at atomic_flag_released_not_acquired.c:23 and the atomic store at atomic_flag_released_not_acquired.c:21 should order them, the load needs memory_order_acquire
#include <stdatomic.h>

#include "corpus.h"

int main(void) {
  MPI_Win win;
  int *memory, *first, unit;
  MPI_Aint size;
  start_mpi();
  MPI_Win_allocate_shared(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &first);
  atomic_int* flag = (atomic_int*)&first[1];
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  if (rank == 0) atomic_store(flag, 0);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    first[0] = 7;  // FINDS(race:store)
    atomic_store_explicit(flag, 1, memory_order_release);
  } else {
    while (!atomic_load_explicit(flag, memory_order_relaxed)) continue;
    printf("%d\n", first[0]);  // FINDS(race:load)
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
