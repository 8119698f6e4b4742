// One rank leaves out a fence and frees the window, which need not wait for others where nobody locks (no_locks).
// options: --hang-timeout 3
// finds: fence FP-MATCH-002
// says: Rank 0 waits in MPI_Win_fence at frees_a_window_without_locks.c:18
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Info info;
  int* memory;
  start_mpi();
  MPI_Info_create(&info);
  MPI_Info_set(info, "no_locks", "true");
  MPI_Win_allocate(16, sizeof(int), info, MPI_COMM_WORLD, &memory, &win);
  MPI_Info_free(&info);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Win_fence(0, win);  // FINDS(fence)
  MPI_Win_free(&win);       // FINDS(fence)
  return end_mpi();
}
