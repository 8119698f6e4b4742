// A memset so small that compilers expand it in place.
// finds: race FP-RACE-004
// flags: -O2
#include <string.h>

#include "corpus.h"

int main(void) {
  static int values[4] = {1, 2, 3, 4};
  MPI_Win win;
  start_mpi();
  make_window(&win, 4);
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Put(values, 4, MPI_INT, 1, 0, 4, MPI_INT, win);  // FINDS(race:put)
  memset(values, 0, sizeof values);                                   // FINDS(race:store)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
