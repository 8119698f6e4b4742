// The origin buffer is a parameter on the stack of a function that returns before local completion. The
// function that completes the operation has its frame in the same place.
// finds: left FP-WINDOW-011
// says: has left scope with the return of put, which is called at stack_frame_covered.c:26, before
// says: Add MPI_Win_flush_local(target, win) right after MPI_Put at stack_frame_covered.c:10; or the buffer has to live longer.
#include "corpus.h"

static __attribute__((noinline)) int put(int target, double value, int place, MPI_Win win) {
  const int count = place >= 0;
  return MPI_Put(&value, count, MPI_DOUBLE, target, place, count, MPI_DOUBLE, win);  // FINDS(left:put)
}

static __attribute__((noinline)) void complete(MPI_Win win) {
  char beside[96];
  __asm__ volatile("" : : "r"(beside));  // it is there, and nothing is stored
  MPI_Win_flush_all(win);
  __asm__ volatile("" : : "r"(beside));
}

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 16);
  MPI_Win_lock_all(0, win);
  if (rank == 0)
    for (int i = 0; i < 5; ++i) put(1, 2.5 * i, 2 * i, win);  // FINDS(left)
  complete(win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
