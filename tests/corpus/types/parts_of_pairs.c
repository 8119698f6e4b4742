// Two operations on pairs of one type that do not coincide, and the owner's load of one part.
// ranks: 3
// finds: crossed FP-RACE-007
// finds: load FP-RACE-006
#include "corpus.h"

typedef struct {
  short value;
  int index;
} Pair;

int main(void) {
  MPI_Win win;
  Pair* memory;
  start_mpi();
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 4; i++) memory[i] = (Pair){100, 0};
  Pair pair = {1, 2};
  MPI_Win_fence(0, win);
  if (rank == 1) MPI_Accumulate(&pair, 1, MPI_SHORT_INT, 0, 0, 1, MPI_SHORT_INT, MPI_MINLOC, win);  // FINDS(crossed:accumulate)
  if (rank == 2) MPI_Accumulate(&pair, 1, MPI_SHORT_INT, 0, 1, 1, MPI_SHORT_INT, MPI_MINLOC, win);  // FINDS(crossed:accumulate)
  if (rank == 1) MPI_Accumulate(&pair, 1, MPI_SHORT_INT, 0, 4, 1, MPI_SHORT_INT, MPI_MINLOC, win);  // FINDS(load:accumulate)
  if (rank == 0) printf("%d\n", memory[2].index);                                                  // FINDS(load:load)
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
