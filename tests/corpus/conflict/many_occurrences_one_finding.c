// A hundred puts in a loop meet a hundred loads in a loop: one finding.
// finds: race FP-RACE-002
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 100);
  int sum = 0;
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 100; i++) {
    if (rank == 0) MPI_Put(&ranks, 1, MPI_INT, 1, i, 1, MPI_INT, win);  // FINDS(race:put)
    if (rank == 1) sum += memory[99 - i];                               // FINDS(race:load)
  }
  MPI_Win_unlock_all(win);
  printf("%d\n", sum);
  MPI_Win_free(&win);
  return end_mpi();
}
