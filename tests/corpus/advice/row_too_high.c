// Two rows go to each neighbor. Those for the rank above go a row too high, onto a row that this rank itself sends. To order the
// two would hide that.
// ranks: 3
// finds: race FP-RACE-001
// says: fix If MPI_Put of rank
// says: or the displacement of MPI_Put of rank
// says: is wrong: what the one writes partly overlaps what the other reads.
#include "corpus.h"

enum { kRows = 4, kWidth = 6, kGhosts = 2 };

int main(void) {
  MPI_Win win;
  start_mpi();
  int(*rows)[kWidth] = (int(*)[kWidth])make_window(&win, (kRows + 2 * kGhosts) * kWidth);
  const int up = (rank + ranks - 1) % ranks, down = (rank + 1) % ranks, count = kGhosts * kWidth;
#ifdef MENDED
  const int below = kRows + kGhosts;
#else
  const int below = kRows + kGhosts - 1;
#endif
  MPI_Win_fence(0, win);
  MPI_Put(rows[kGhosts], count, MPI_INT, up, below * kWidth, count, MPI_INT, win);  // FINDS(race:put)
  MPI_Put(rows[kRows], count, MPI_INT, down, 0, count, MPI_INT, win);  // FINDS(race:put)
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
