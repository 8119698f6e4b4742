// A long put in chunks that all have the same displacement. A fence or flush between them would order them, and a run
// without findings would still be wrong.
// finds: chunks FP-RACE-003
// says: fix MPI_Put at chunks_at_one_displacement.c:22 writes displacement 0 of rank 1 more than once, each time from another place of the origin: each time it needs another rank or displacement (in a loop that advances the origin, the displacement has to advance as well)
#include "corpus.h"

#ifdef MENDED
#define TO done
#else
#define TO 0
#endif

int main(void) {
  MPI_Win win;
  int row[8];
  start_mpi();
  const int* memory = make_window(&win, 8);
  for (int i = 0; i < 8; i++) row[i] = i + 1;
  MPI_Win_fence(0, win);
  if (rank == 0)
    for (int done = 0; done < 8; done += 4)
      MPI_Put(row + done, 4, MPI_INT, 1, TO, 4, MPI_INT, win);  // FINDS(chunks:put)
  MPI_Win_fence(0, win);
#ifdef MENDED
  if (rank == 1) REQUIRE(memory[0] == 1 && memory[7] == 8);
#else
  if (rank == 1) printf("%d\n", memory[7]);
#endif
  MPI_Win_free(&win);
  return end_mpi();
}
