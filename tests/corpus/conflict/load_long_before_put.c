// The load is far back, before many other accesses, but still unordered with the put.
// ranks: 2
// finds: race FP-RACE-002
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 8);
  int sum = 0;
  MPI_Win_lock_all(0, win);
  if (rank == 1) {
    sum += memory[0];  // FINDS(race:load)
    for (int i = 0; i < 1000; i++) sum += memory[1 + i % 7];
    printf("%d\n", sum);
  }
  if (rank == 0) {
    for (int i = 0; i < 100; i++) {
      MPI_Get(&sum, 1, MPI_INT, 1, 1 + i % 7, 1, MPI_INT, win);
      MPI_Win_flush(1, win);
    }
    MPI_Put(&sum, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
