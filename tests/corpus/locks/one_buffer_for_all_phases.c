// The same with one element for all phases: the put of the next phase meets the load of this one.
// finds: race FP-RACE-002
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  int sum = 0;
  MPI_Win_lock_all(0, win);
  for (int phase = 0; phase < 4; phase++) {
    MPI_Put(&phase, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);  // FINDS(race:put)
    MPI_Win_flush(1 - rank, win);
    MPI_Barrier(MPI_COMM_WORLD);
    sum += memory[0];  // FINDS(race:load)
  }
  printf("%d\n", sum);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
