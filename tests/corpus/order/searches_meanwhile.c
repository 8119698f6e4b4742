// Searches for an element of the window in a sorted table, which looks at it in each step, while a put is on its way: that is
// no loop that waits for a value.
// finds: race FP-RACE-002
// near: FP-RACE-008
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int one = 1, table[100], low = 0, high = 100;
  start_mpi();
  volatile int* memory = make_window(&win, 1);
  for (int i = 0; i < 100; i++) table[i] = 2 * i + 1;
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
  while (rank == 1 && low < high) {
    const int middle = (low + high) / 2;
    if (table[middle] < memory[0])  // FINDS(race:load)
      low = middle + 1;
    else
      high = middle;
  }
  MPI_Win_unlock_all(win);
  REQUIRE(low == 0);
  MPI_Win_free(&win);
  return end_mpi();
}
