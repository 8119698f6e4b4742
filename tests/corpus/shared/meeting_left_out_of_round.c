// The second of two meetings in a round is left out. The function that meets has both calls of MPI_Win_sync: it is of
// no use to order these.
// finds: late FP-RACE-009
// says: of the next iteration, with MPI_Win_sync
#include "corpus.h"

static MPI_Win win;
static int *mine, *other;

static void meet(void) {
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
}

static int red(void) {
  return mine[0] += other[1];  // FINDS(late:load)
}

static int black(void) {
  return mine[1] += mine[0];  // FINDS(late:store)
}

int main(void) {
  MPI_Aint bytes;
  int unit, sum = 0;
  start_mpi();
  MPI_Win_allocate_shared(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
  MPI_Win_shared_query(win, 1 - rank, &bytes, &unit, &other);
  mine[0] = mine[1] = rank;
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  meet();
  for (int round = 0; round < 5; ++round) {
    sum += red();
    meet();
    sum += black();
#ifdef MENDED
    meet();
#endif
  }
  if (sum < 0) printf("%d\n", sum);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
