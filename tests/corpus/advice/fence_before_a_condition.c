// The fence that opens the epoch is missing. Each rank decides for itself which operations it makes, so the fence comes
// before the loop, in the block of the fence that closes the epoch, and not into the condition.
// finds: open FP-EPOCH-001
// says: fix Add MPI_Win_fence(0, win) on all ranks before MPI_Accumulate at fence_before_a_condition.c:24, in the same block as MPI_Win_fence at fence_before_a_condition.c:27, which closes the epoch. Tried
#include "corpus.h"

enum { CLUSTERS = 4 };

static int points(int cluster) {
  return (cluster + rank) % 3;  // each rank has none of some clusters
}

int main(void) {
  start_mpi();
  MPI_Win win;
  make_window(&win, CLUSTERS);

  int count[CLUSTERS];
  for (int i = 0; i < CLUSTERS; ++i) count[i] = points(i);

  for (int i = 0; i < CLUSTERS; ++i) {
    if (count[i] > 0) {
      // The rank that has the cluster adds it up.
      MPI_Accumulate(&count[i], 1, MPI_INT, i % ranks, i, 1, MPI_INT, MPI_SUM, win);  // FINDS(open)
    }
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
