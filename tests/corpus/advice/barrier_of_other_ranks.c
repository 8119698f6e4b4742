// A table in shared memory; the barrier between its store and its loads is on a communicator without the readers. The
// report names that barrier.
// finds: table FP-RACE-009
// says: MPI_Barrier at barrier_of_other_ranks.c:22 is a call on the communicator of MPI_Comm_split at barrier_of_other_ranks.c:15, to which rank
// ranks: 4
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Comm node, others;
  int *own, *table, unit;
  MPI_Aint bytes;
  start_mpi();
  MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &node);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &others);
  MPI_Win_allocate_shared(rank % 2 == 0 ? 16 : 0, sizeof(int), MPI_INFO_NULL, node, &own, &win);
  MPI_Win_shared_query(win, 0, &bytes, &unit, &table);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  if (rank % 2 == 0) table[0] = 7;  // FINDS(table:store)
  MPI_Win_sync(win);
#ifndef MENDED
  MPI_Barrier(others);
#else
  MPI_Barrier(node);
#endif
  MPI_Win_sync(win);
  if (rank % 2 == 1 && table[0] != 7) printf("%d\n", table[0]);  // FINDS(table:load)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Comm_free(&node);
  MPI_Comm_free(&others);
  return end_mpi();
}
