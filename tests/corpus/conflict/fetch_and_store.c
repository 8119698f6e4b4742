// A fetch-and-op and the owner's store.
// ranks: 2
// finds: race FP-RACE
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  int value = 7;
  int result = -1;
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Fetch_and_op(&value, &result, MPI_INT, 1, 0, MPI_SUM, win);  // FINDS(race:fetch_and_op)
  if (rank == 1) memory[0] = value;  // FINDS(race:store)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
