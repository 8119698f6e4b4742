// The buffer of a get is overwritten while the result may still arrive.
// finds: race FP-RACE-005
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  int value;
  MPI_Win_lock_all(0, win);
  MPI_Get(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);  // FINDS(race:get)
  value = 7;                                                  // FINDS(race:store)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
