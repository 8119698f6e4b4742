// The wrong call is the last thing its function does: a jump, if the compiler may make it one. Its own line is named.
// finds: outside FP-EPOCH-010
// flags: -O2
#include "corpus.h"

static MPI_Win win;

__attribute__((noinline)) static int flush(int target) {
  return MPI_Win_flush(target, win);  // FINDS(outside)
}
__attribute__((noinline)) static int finish(int target) { return flush(target); }

int main(void) {
  start_mpi();
  make_window(&win, 4);
  if (rank == 0) finish(1);
  MPI_Win_free(&win);
  return end_mpi();
}
