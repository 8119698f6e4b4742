// The origin buffer is a local variable of a function that returns before local completion: seen at the next MPI call.
// finds: left FP-WINDOW-011
// says: has left scope with the return of send_to, which is called at stack_frame_left.c:19, before
// says: rank 0: end of scope
// says: Add MPI_Win_flush_local(target, win) right after MPI_Put at stack_frame_left.c:10; or the buffer has to live longer.
#include "corpus.h"

static __attribute__((noinline)) void send_to(int target, MPI_Win win) {
  int value = 7;
  MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);  // FINDS(left:put)
}

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    send_to(1, win);        // FINDS(left)
    MPI_Win_flush(1, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
