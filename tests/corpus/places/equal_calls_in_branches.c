// Two branches end with equal calls, which a compiler likes to make one: each keeps its line.
// finds: race FP-RACE-003
// flags: -O2
#include "corpus.h"

static MPI_Win win;

__attribute__((noinline)) static int put(const int* value, int target, int first) {
  if (first) {
    return MPI_Put(value, 1, MPI_INT, target, 0, 1, MPI_INT, win);  // FINDS(race:put)
  } else {
    return MPI_Put(value, 1, MPI_INT, target, 0, 1, MPI_INT, win);  // FINDS(race:put)
  }
}

int main(int argc, char** argv) {
  (void)argv;
  static int value = 7;
  start_mpi();
  make_window(&win, 4);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    put(&value, 1, argc > 5);
    put(&value, 1, argc < 5);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
