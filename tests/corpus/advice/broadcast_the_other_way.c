// The root reads what the others have put, and broadcasts before: that makes the others wait for the root, not the root
// for the others.
// finds: race FP-RACE-002
// says: MPI_Bcast at broadcast_the_other_way.c:17 leads from rank 0 to rank 1, but it begins before the load of rank 0 at broadcast_the_other_way.c:21 and ends after MPI_Put of rank 1 at broadcast_the_other_way.c:15.
// says: fix Add a message or barrier after MPI_Win_unlock at broadcast_the_other_way.c:16 on rank 1 that rank 0 waits for
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int done = 1, sum = 0;
  start_mpi();
  int* table = make_window(&win, 2);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  if (rank > 0)
    MPI_Put(&ranks, 1, MPI_INT, 0, rank, 1, MPI_INT, win);  // FINDS(race:put)
  MPI_Win_unlock(0, win);
  MPI_Bcast(&done, 1, MPI_INT, 0, MPI_COMM_WORLD);
#ifdef MENDED
  MPI_Barrier(MPI_COMM_WORLD);
#endif
  if (rank == 0) sum = table[1];  // FINDS(race:load)
  if (sum < 0) printf("%d\n", sum);
  MPI_Win_free(&win);
  return end_mpi();
}
