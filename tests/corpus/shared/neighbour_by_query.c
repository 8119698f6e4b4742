// The neighbour's segment is asked for: the segments need not be contiguous.
// near: FP-RANGE-008 FP-WINDOW-010
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
  if (rank == 0) MPI_Win_shared_query(win, 1, &size, &unit, &right);
  if (rank == 0) right[0] = 7;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  REQUIRE(rank == 0 || mine[0] == 7);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
