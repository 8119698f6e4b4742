// Two ranks put to tiles that overlap by one element. If they were ordered, one would overwrite a part of the other's
// tile, and a run without findings would still be wrong.
// ranks: 3
// finds: tiles FP-RACE-001
// says: partly overlaps the memory that MPI_Put of rank
// says: the two must not overlap
#include "corpus.h"

#ifdef MENDED
#define STEP 3
#else
#define STEP 2
#endif

int main(void) {
  MPI_Win win;
  int tile[3], at;
  start_mpi();
  const int* memory = make_window(&win, 9);
  for (int i = 0; i < 3; i++) tile[i] = rank;
  at = (rank - 1) * STEP;
  MPI_Win_fence(0, win);
  if (rank == 1) MPI_Put(tile, 3, MPI_INT, 0, at, 3, MPI_INT, win);  // FINDS(tiles:put)
  if (rank == 2) MPI_Put(tile, 3, MPI_INT, 0, at, 3, MPI_INT, win);  // FINDS(tiles:put)
  MPI_Win_fence(0, win);
#ifdef MENDED
  if (rank == 0) REQUIRE(memory[2] == 1 && memory[3] == 2);
#else
  if (rank == 0) printf("%d\n", memory[2]);
#endif
  MPI_Win_free(&win);
  return end_mpi();
}
