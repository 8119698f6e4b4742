// Both halves go to the slot of the first. Even in order, the first would be lost: that is not what was meant.
// finds: race FP-RACE-003
// says: fix MPI_Put of rank 0 at two_puts_to_one_place.c:13 and MPI_Put of rank 0 at two_puts_to_one_place.c:17 write the same place, and nobody can read there what the first writes. If they are meant for different places, the rank or displacement of one of them is wrong.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 2);
  const int west = 3, east = 4;
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(&west, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
#ifdef MENDED
    MPI_Put(&east, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
#else
    MPI_Put(&east, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
#endif
  }
  MPI_Win_fence(0, win);
  if (rank == 1) printf("%d %d\n", memory[0], memory[1]);
  MPI_Win_free(&win);
  return end_mpi();
}
