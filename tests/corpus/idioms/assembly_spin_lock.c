// A spin lock of inline assembly in a shared window, as libraries write it: xchg takes it, a plain move gives it back.
// KNOWN GAP: with gcc-hooks: they do not see inline assembly
// KNOWN GAP: with hooks: nor do those of clang
#include "corpus.h"

#include <sched.h>

static void take(int* word) {
  int taken = 1;
  do {
    if (taken != 1) sched_yield();
    taken = 1;
    __asm__ __volatile__("xchgl %0, %1" : "+r"(taken), "+m"(*word) : : "memory");
    if (taken) sched_yield();
  } while (taken);
}
static void give_back(int* word) {
  __asm__ __volatile__("movl $0, %0" : "=m"(*word) : : "memory");
}

int main(void) {
  MPI_Win win;
  int *mine, *first, unit;
  MPI_Aint size;
  start_mpi();
  MPI_Win_allocate_shared(rank == 0 ? 8 * sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &first);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  if (rank == 0)
    for (int i = 0; i < 8; ++i) first[i] = 0;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  for (int round = 0; round < 20; ++round) {
    take(&first[0]);
    first[1] += 1;
    give_back(&first[0]);
  }
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  const int sum = first[1];
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  if (sum != 20 * ranks) return 1;
  return end_mpi();
}
