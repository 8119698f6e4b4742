// No put is complete at the barrier. One rank flushes its own later, for another reason: the flush after the put is
// still certain to fix it, though a portable program then needs MPI_Win_sync on more ranks than before.
// ranks: 4
// finds: race FP-RACE-002
// finds: again FP-RACE-003
// says: fix Add MPI_Win_flush(to, win) right after MPI_Put at one_rank_flushes_too.c:17. Tried on the recorded run
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  int to = (rank + 1) % 4, value = 7, sum = 0;
  MPI_Win_lock_all(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int round = 0; round < 3; round++) {
    MPI_Put(&value, 1, MPI_INT, to, 0, 1, MPI_INT, win);  // FINDS(race:put, again)
    MPI_Barrier(MPI_COMM_WORLD);
    sum += *memory;  // FINDS(race)
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) MPI_Win_flush(to, win);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return sum == 0 ? 1 : end_mpi();
}
