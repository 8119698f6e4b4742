// The reader gives the others time, instead of waiting for them.
// ranks: 3
// finds: race FP-RACE-002
#include <unistd.h>

#include "corpus.h"

int main(void) {
  MPI_Win win;
  int total = 0;
  start_mpi();
  const int* parts = make_window(&win, 3);
  const int part = rank + 1;
  MPI_Win_lock_all(0, win);
  MPI_Put(&part, 1, MPI_INT, 0, rank, 1, MPI_INT, win);  // FINDS(race:put)
  MPI_Win_flush(0, win);
  if (rank == 0) usleep(200000);
  if (rank == 0)
    for (int i = 0; i < ranks; i++) total += parts[i];  // FINDS(race:load)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return total < 0 ? 1 : end_mpi();
}
