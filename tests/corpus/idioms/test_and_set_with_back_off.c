// A lock that is taken by swapping, and waited for longer and longer. It is looked at before it is tried.
// ranks: 3
#include <unistd.h>

#include "idiom.h"

enum { kTaken, kCounter, kWords };
static MPI_Win win;

static void enter(void) {
  for (unsigned pause = 10;; pause = pause < 1000 ? 2 * pause : pause) {
    if (!word_at(0, kTaken, win) && swap_word(0, 1, 0, kTaken, win)) return;
    usleep(pause);
  }
}

int main(void) {
  start_mpi();
  int* memory = make_window(&win, kWords);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 20; ++i) {
    enter();
    increment(0, kCounter, win);
    set_word(0, 0, kTaken, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) REQUIRE(memory[kCounter] == 20 * ranks);
  MPI_Win_free(&win);
  return end_mpi();
}
