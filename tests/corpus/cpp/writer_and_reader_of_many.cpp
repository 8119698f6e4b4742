// One rank writes and another one reads; the others have nothing to do, and have no branch in which all could meet.
// ranks: 4
// finds: race FP-RACE-002
#include "corpus.h"

int main() {
  MPI_Win win;
  start_mpi();
  const int* const table = make_window(&win, 8);
  const int values[] = {1, 2, 3, 4};
  int sum = 0;
  MPI_Win_lock_all(0, win);
  if (rank == 1) {
    MPI_Put(values, 4, MPI_INT, 3, 0, 4, MPI_INT, win);  // FINDS(race:put)
    MPI_Win_flush(3, win);
  } else if (rank == 3) {
    for (int i = 0; i < 4; ++i) sum += table[i];  // FINDS(race:load)
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return sum < 0 ? 1 : end_mpi();
}
