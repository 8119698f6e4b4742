// The origin buffer gets its next value before the fence. Only rank 1 would reach an additional fence right after the
// call, and hang.
// finds: buffer FP-RACE-004
// says: fix Move the store at fence_that_one_rank_reaches.c:22 after MPI_Win_fence at fence_that_one_rank_reaches.c:24, which completes MPI_Accumulate
#include "corpus.h"

static void add(MPI_Win win, const int* value, int place) {
  MPI_Accumulate(value, 1, MPI_INT, 0, place, 1, MPI_INT, MPI_SUM, win);  // FINDS(buffer:accumulate)
}

int main(void) {
  MPI_Win win;
  int value = 1;
  start_mpi();
  const int* sums = make_window(&win, 8);
  MPI_Win_fence(0, win);
  for (int i = 0; i < 8; i++) {
#ifdef MENDED
    MPI_Win_fence(0, win);
    value = i + 1;
#else
    value = i + 1;  // FINDS(buffer:store)

    MPI_Win_fence(0, win);
#endif
    if (rank == 1) add(win, &value, i);
  }
  MPI_Win_fence(0, win);
#ifdef MENDED
  if (rank == 0) REQUIRE(sums[0] == 1 && sums[7] == 8);
#else
  if (rank == 0) printf("%d\n", sums[7]);
#endif
  MPI_Win_free(&win);
  return end_mpi();
}
