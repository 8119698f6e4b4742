// no_locks is promised after the creation of the window, but before its first use, which keeps the promise.
// near: FP-INFO-008
// options: --strict
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Info info;
  int* memory;
  start_mpi();
  MPI_Info_create(&info);
  MPI_Info_set(info, "no_locks", "true");
  MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_info(win, info);
  MPI_Win_fence(0, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Info_free(&info);
  MPI_Win_free(&win);
  return end_mpi();
}
