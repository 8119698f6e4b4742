// The neighbour's segment is found by computing, although the segments need not be contiguous.
// finds: computed FP-RANGE-008
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Info info;
  MPI_Aint size;
  int *mine, *right = NULL, unit;
  start_mpi();
  MPI_Info_create(&info);
  MPI_Info_set(info, "alloc_shared_noncontig", "true");
  MPI_Win_allocate_shared(64, sizeof(int), info, MPI_COMM_WORLD, &mine, &win);
  MPI_Info_free(&info);
  MPI_Win_lock_all(0, win);
  MPI_Win_shared_query(win, 0, &size, &unit, &right);
  const MPI_Aint first = (MPI_Aint)right;
  MPI_Aint own = (MPI_Aint)mine, distance = 0;
  if (rank == 1) distance = own - first;
  MPI_Bcast(&distance, 1, MPI_AINT, 1, MPI_COMM_WORLD);
  if (rank == 0) mine[distance / (MPI_Aint)sizeof(int)] = 7;  // FINDS(computed)
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
