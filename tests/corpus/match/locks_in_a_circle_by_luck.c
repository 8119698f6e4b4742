// Each takes its own lock and then the other one's; only by luck they do it one after the other.
// finds: order FP-MATCH-006
// exit: 0
#include <unistd.h>

#include "corpus.h"

int main(void) {
  MPI_Win win;
  char name[64];
  int got, process = (int)getpid();
  start_mpi();
  make_window(&win, 1);
  MPI_Bcast(&process, 1, MPI_INT, 0, MPI_COMM_WORLD);
  snprintf(name, sizeof name, "locks_in_a_circle_%d", process);  // a file announces it; MPI knows nothing of that
  if (rank == 1)
    while (access(name, F_OK) != 0) usleep(1000);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1 - rank, 0, win);  // FINDS(order)
  MPI_Get(&got, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_unlock(1 - rank, win);
  MPI_Win_unlock(rank, win);
  if (rank == 0) fclose(fopen(name, "w"));
  if (rank == 1) remove(name);
  MPI_Win_free(&win);
  return end_mpi();
}
