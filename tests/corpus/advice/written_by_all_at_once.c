// All ranks write one element in one statement, once: nothing can come between.
// finds: race FP-RACE-009
// says: fix All ranks execute the statement at written_by_all_at_once.c:17, so no barrier can come between: only one rank may write that memory
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Aint size;
  int *own, *shared, unit;
  start_mpi();
  MPI_Win_allocate_shared(rank == 0 ? 16 : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &own, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &shared);
  MPI_Barrier(MPI_COMM_WORLD);
#ifdef MENDED
  if (rank == 0)
#endif
    shared[0] = ranks;  // FINDS(race)
  MPI_Barrier(MPI_COMM_WORLD);
  REQUIRE(shared[0] == ranks);
  MPI_Win_free(&win);
  return end_mpi();
}
