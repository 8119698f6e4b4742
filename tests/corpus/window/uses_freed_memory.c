// A loop uses the memory of a window that has been freed.
// finds: gone FP-WINDOW-014
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1000);
  MPI_Win_fence(0, win);
  MPI_Put(&rank, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);  // FINDS(gone)
  int sum = 0;
  for (int i = 0; i < 1000; i++) sum += memory[i];  // FINDS(gone:load)
  REQUIRE(sum >= 0);
  return end_mpi();
}
