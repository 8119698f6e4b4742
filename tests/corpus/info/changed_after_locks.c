// no_locks is promised after the window has been locked.
// options: --strict
// finds: info FP-INFO-008
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Info info;
  int* memory;
  start_mpi();
  MPI_Info_create(&info);
  MPI_Info_set(info, "no_locks", "true");
  MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  MPI_Win_unlock_all(win);
  MPI_Win_set_info(win, info);  // FINDS(info)
  MPI_Info_free(&info);
  MPI_Win_free(&win);
  return end_mpi();
}
