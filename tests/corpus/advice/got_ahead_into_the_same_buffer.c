// A loop gets ahead and means to use two buffers in turn, but gets into the one that it then reads. A flush before the
// read would hide that: the sum would be of the wrong values.
// finds: early FP-RACE-005
// says: is meant to come first, add MPI_Win_flush_local
// says: is meant to read what was there before, MPI_Get of rank 0 at got_ahead_into_the_same_buffer.c
#include "corpus.h"

enum { kValues = 8 };
#ifndef NEXT
#define NEXT(i) ((i) % 2)
#endif

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, kValues);
  for (int i = 0; i < kValues; i++) memory[i] = 1 << i;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    int buffers[2] = {-1, -1}, sum = 0;
    MPI_Get(&buffers[0], 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    for (int i = 0; i < kValues; i++) {
      MPI_Win_flush_local(1, win);
      if (i + 1 < kValues) MPI_Get(&buffers[NEXT(i)], 1, MPI_INT, 1, i + 1, 1, MPI_INT, win);  // FINDS(early:get)
      sum += buffers[i % 2];                                                                   // FINDS(early)
    }
#ifdef MENDED
    REQUIRE(sum == (1 << kValues) - 1);
#endif
    if (sum == 0) return 1;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
