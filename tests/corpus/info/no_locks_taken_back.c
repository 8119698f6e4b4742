// Created with no_locks; MPI_Win_set_info takes the promise back before the window is locked.
// near: FP-INFO-004
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Info info;
  int* memory;
  start_mpi();
  MPI_Info_create(&info);
  MPI_Info_set(info, "no_locks", "true");
  MPI_Win_allocate(16, sizeof(int), info, MPI_COMM_WORLD, &memory, &win);
  MPI_Info_set(info, "no_locks", "false");
  MPI_Win_set_info(win, info);
  MPI_Info_free(&info);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, win);
  MPI_Win_unlock(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
