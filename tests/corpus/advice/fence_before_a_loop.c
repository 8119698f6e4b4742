// The fence is missing between gets and a loop that reads their results. The loop has a different length on each rank,
// and leaves some of its rounds early: a fence inside it would deadlock.
// ranks: 4
// finds: race FP-RACE-005
// says: Call MPI_Win_fence(0, win) on all ranks between MPI_Get at fence_before_a_loop.c:15 and the load at fence_before_a_loop.c:25
#include "corpus.h"

static int sum_of_neighbors(MPI_Win win) {
  int halo[4], sum = 0;
  MPI_Win_fence(0, win);
  for (int i = 0; i < 4; i++) {
    const int other = rank + (i < 2 ? -1 : 1);
    halo[i] = 0;
    if (other < 0 || other >= ranks) continue;
    MPI_Get(&halo[i], 1, MPI_INT, other, i, 1, MPI_INT, win);  // FINDS(race:get)
  }
#ifdef MENDED
  MPI_Win_fence(0, win);
#endif

  for (int i = 0; i < 40 + rank; i++) {
    for (int j = 0; j < 4; j++) {
      const int other = rank + (j < 2 ? -1 : 1);
      if (other < 0 || other >= ranks || i % 3 == rank) continue;
      sum += halo[j];  // FINDS(race:load)
    }
  }
  return sum;
}

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 4);
  MPI_Win_fence(0, win);
  for (int i = 0; i < 4; i++) memory[i] = 10 * rank + i;
  const int sum = sum_of_neighbors(win);
  MPI_Win_fence(0, win);
  REQUIRE(sum > 0);
  MPI_Win_free(&win);
  return end_mpi();
}
