// Only a scatter: the two processes that are not its root stay unordered.
// ranks: 3
// finds: race FP-RACE-002
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  int all[3] = {0, 0, 0}, word;
  MPI_Win_lock_all(0, win);
  if (rank == 1) MPI_Put(&rank, 1, MPI_INT, 2, 0, 1, MPI_INT, win);  // FINDS(race:put)
  MPI_Win_flush_all(win);
  MPI_Scatter(all, 1, MPI_INT, &word, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (rank == 2) printf("%d\n", memory[0]);  // FINDS(race:load)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
