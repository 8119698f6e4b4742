// The buffer was given back, and with it its memory to the system.
// finds: gone FP-RANGE-009
// says: where there is no memory
// flags: -Wno-use-after-free
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1 << 20);
  if (rank == 0) {
    int* large = malloc((1 << 20) * sizeof(int));
    large[0] = 1;
    int* copy = large;
    free(large);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Put(copy, 1 << 20, MPI_INT, 1, 0, 1 << 20, MPI_INT, win);  // FINDS(gone)
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
