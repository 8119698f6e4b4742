// A stencil in shared memory: load and store are one statement, and the barrier at the end of the loop's body is
// missing. The two that race are of different rounds.
// ranks: 3
// finds: race FP-RACE-009
// says: fix If the two are of different rounds of the loop at stencil_without_its_barrier.c:19, all ranks have to meet (in a barrier) between two rounds. In one round, no barrier can come between them, for all ranks execute the statement at stencil_without_its_barrier.c:20: only one rank may write that memory
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Aint size;
  double *mine, *next;
  int unit;
  start_mpi();
  MPI_Win_allocate_shared(2 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
  MPI_Win_shared_query(win, (rank + 1) % ranks, &size, &unit, &next);
  mine[0] = rank;
  mine[1] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  for (int step = 0; step < 5; step++) {
    mine[1 - step % 2] = 0.5 * (mine[step % 2] + next[step % 2]);  // FINDS(race)
#ifdef MENDED
    MPI_Barrier(MPI_COMM_WORLD);
#endif
  }
  MPI_Barrier(MPI_COMM_WORLD);
  REQUIRE(mine[1] >= 0);
  MPI_Win_free(&win);
  return end_mpi();
}
