// A compare-and-swap and the owner's load.
// ranks: 2
// finds: race FP-RACE
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  int value = 7;
  int result = -1;
  int compare = 0;
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Compare_and_swap(&value, &compare, &result, MPI_INT, 1, 0, win);  // FINDS(race:compare_and_swap)
  if (rank == 1) printf("%d\n", memory[0]);  // FINDS(race:load)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
