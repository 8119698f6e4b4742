// All ranks add to the bins, but one puts.
// ranks: 3
// finds: race FP-RACE-006
// says: if both are meant to update the value, MPI_Put of rank 0 at put_among_accumulates.c:16 has to be MPI_Accumulate with MPI_SUM
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 4);
  const int one = 1;
  MPI_Win_fence(0, win);
  for (int bin = 0; bin < 4; bin++) {
#ifndef MENDED
    if (rank == 0) {
      MPI_Put(&one, 1, MPI_INT, 0, bin, 1, MPI_INT, win);  // FINDS(race:put)
      continue;
    }
#endif
    MPI_Accumulate(&one, 1, MPI_INT, 0, bin, 1, MPI_INT, MPI_SUM, win);  // FINDS(race:accumulate)
  }
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  if (rank == 0) printf("%d\n", memory[0]);
  MPI_Win_free(&win);
  return end_mpi();
}
