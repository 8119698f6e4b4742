// A broadcast orders from the root to the others, not from them to the root.
// finds: race FP-RACE-002
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  int value = 7;
  MPI_Win_lock_all(0, win);
  if (rank == 1) {
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(race:put)
    MPI_Win_flush(0, win);
  }
  int word = 0;
  MPI_Bcast(&word, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%d\n", memory[0]);  // FINDS(race:load)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
