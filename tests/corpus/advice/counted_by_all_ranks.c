// All ranks increment a counter in shared memory in one statement: no barrier can order a statement with itself.
// ranks: 3
// finds: counter FP-RACE-009
// says: fix All ranks execute the statement at counted_by_all_ranks.c:25, so no barrier can come between: only one rank may write that memory
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int *own, *shared, unit;
  MPI_Aint bytes;
  start_mpi();
  MPI_Win_allocate_shared(rank == 0 ? 16 : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &own, &win);
  MPI_Win_shared_query(win, 0, &bytes, &unit, &shared);
  if (rank == 0) shared[0] = 0;
  MPI_Win_fence(0, win);
#ifdef MENDED
  const int one = 1;
  for (int i = 0; i < 100; i++) {
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
  }
  MPI_Win_fence(0, win);
  REQUIRE(shared[0] == 100 * ranks);
#else
  for (int i = 0; i < 100; i++) {
    shared[0]++;  // FINDS(counter)
  }
#endif
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
