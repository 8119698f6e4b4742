// Both update the value under a shared lock. That the owner's exclusive lock fell between them in this run orders nothing in the next.
// ranks: 3
// finds: update FP-RACE-001
// finds: lost FP-RACE-010
#include "corpus.h"

#include <unistd.h>

int main(void) {
  MPI_Win win;
  start_mpi();
  int* const memory = make_window(&win, 1);
  if (rank == 2) {
    usleep(200000);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, win);
    printf("%d\n", memory[0]);
    MPI_Win_unlock(2, win);
  } else {
    int value;
    if (rank == 1) usleep(400000);
    MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, win);
    MPI_Get(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win);  // FINDS(update:get)
    MPI_Win_flush(2, win);
    value++;
    MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win);  // FINDS(update:put) FINDS(lost:put)
    MPI_Win_unlock(2, win);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
