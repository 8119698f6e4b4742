// All ranks call MPI_Win_sync between the store of one and the loads of the others. It waits for no rank.
// finds: table FP-RACE-009
// says: MPI_Win_sync at sync_taken_for_a_barrier.c:16 synchronizes only the memory of rank 0: it waits for no other rank
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int *own, *table, unit;
  MPI_Aint bytes;
  start_mpi();
  MPI_Win_allocate_shared(rank == 0 ? 16 : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &own, &win);
  MPI_Win_shared_query(win, 0, &bytes, &unit, &table);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  if (rank == 0) table[0] = 7;  // FINDS(table:store)

  MPI_Win_sync(win);
#ifdef MENDED
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
#endif
  if (rank == 1 && table[0] != 7) printf("%d\n", table[0]);  // FINDS(table:load)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
