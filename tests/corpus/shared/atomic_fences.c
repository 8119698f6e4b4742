// Relaxed atomics with fences, on either side: each pair hands the data on from process to process.
#include <stdatomic.h>

#include "corpus.h"

int main(void) {
  MPI_Win win;
  int *memory, *first, unit;
  MPI_Aint size;
  start_mpi();
  MPI_Win_allocate_shared(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &first);
  atomic_int* flag = (atomic_int*)&first[8];
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  if (rank == 0) {
    for (int i = 0; i < 3; i++) atomic_init(&flag[i], 0);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    first[0] = 1;
    atomic_store_explicit(&flag[0], 1, memory_order_release);
    first[1] = 2;
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&flag[1], 1, memory_order_relaxed);
    first[2] = 3;
    atomic_thread_fence(memory_order_seq_cst);
    atomic_store_explicit(&flag[2], 1, memory_order_relaxed);
  } else {
    while (!atomic_load_explicit(&flag[0], memory_order_relaxed)) continue;
    atomic_thread_fence(memory_order_acquire);
    REQUIRE(first[0] == 1);
    while (!atomic_load_explicit(&flag[1], memory_order_relaxed)) continue;
    atomic_thread_fence(memory_order_acquire);
    REQUIRE(first[1] == 2);
    while (!atomic_load_explicit(&flag[2], memory_order_acquire)) continue;
    REQUIRE(first[2] == 3);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
