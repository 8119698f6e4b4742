// The neighbour's segment is taken to begin where one's own ends, although the segments need not be contiguous: there is
// memory of nobody.
// finds: computed FP-RANGE-008
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Info info;
  int* mine;
  start_mpi();
  MPI_Info_create(&info);
  MPI_Info_set(info, "alloc_shared_noncontig", "true");
  MPI_Win_allocate_shared(64, sizeof(int), info, MPI_COMM_WORLD, &mine, &win);
  MPI_Info_free(&info);
  MPI_Win_lock_all(0, win);
  mine[15] = rank;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) mine[16] = 7;  // FINDS(computed)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
