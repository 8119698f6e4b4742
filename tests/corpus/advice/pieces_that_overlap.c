// Pieces of all ranks are got into one buffer, and each is one element too far forward. A fence after each get would
// order them, and the buffer would still be wrong.
// finds: pieces FP-RACE-005
// says: partly overlaps the memory that MPI_Get
// says: the two must not overlap
#include "corpus.h"

#ifdef MENDED
#define SHORT 0
#else
#define SHORT 1
#endif

int main(void) {
  MPI_Win win;
  int buffer[16], place = 0, sum = 0;
  start_mpi();
  int* memory = make_window(&win, 4);
  for (int i = 0; i < 4; i++) memory[i] = 1;
  MPI_Win_fence(0, win);
  for (int from = 0; from < ranks; from++) {
    MPI_Get(buffer + place, 4, MPI_INT, from, 0, 4, MPI_INT, win);  // FINDS(pieces:get)
    place += 4 - SHORT;
  }
  MPI_Win_fence(0, win);
  for (int i = 0; i < place; i++) sum += buffer[i];
#ifdef MENDED
  REQUIRE(sum == 4 * ranks);
#else
  printf("%d\n", sum);
#endif
  MPI_Win_free(&win);
  return end_mpi();
}
