// The process that needs the lock came first in this run; if the other one had, both would wait forever.
// finds: luck FP-MATCH-007
// exit: 0 (a note)
#include "corpus.h"

#include <unistd.h>

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  int got;
  if (rank == 0) usleep(300000);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);  // FINDS(luck|lock)
  MPI_Get(&got, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_flush(0, win);  // FINDS(luck|lock)
  if (rank == 1) MPI_Win_unlock(0, win);
  MPI_Barrier(MPI_COMM_WORLD);  // FINDS(luck)
  if (rank == 0) MPI_Win_unlock(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
