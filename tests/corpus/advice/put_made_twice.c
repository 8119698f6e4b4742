// A table names one place twice, so that the same bytes go to the same place twice and another place gets nothing. A fence
// between the two would hide that.
// finds: twice FP-RACE-003
// says: fix MPI_Put at put_made_twice.c:25 makes the same transfer twice: from the same bytes of the origin to displacement 2 of rank 1, and rank 0 only issues operations in between. The origin, rank or displacement of one of the two has to be another, or one is too many.
#include "corpus.h"

#ifdef MENDED
#define LAST 3
#else
#define LAST 2
#endif

int main(void) {
  MPI_Win win;
  int row[4];
  const int up[2] = {4, 5}, down[3] = {0, 2, LAST};
  start_mpi();
  const int* memory = make_window(&win, 8);
  for (int i = 0; i < 4; i++) row[i] = i + 1;
  MPI_Win_fence(0, win);
  if (rank == 0)
    for (int i = 0; i < 3; i++) {
      if (i < 2) MPI_Put(&row[i], 1, MPI_INT, 1, up[i], 1, MPI_INT, win);
      const int at = down[i];
      MPI_Put(&row[at], 1, MPI_INT, 1, at, 1, MPI_INT, win);  // FINDS(twice:put)
    }
  MPI_Win_fence(0, win);
#ifdef MENDED
  if (rank == 1) REQUIRE(memory[0] == 1 && memory[2] == 3 && memory[3] == 4);
#else
  if (rank == 1) printf("%d\n", memory[3]);
#endif
  MPI_Win_free(&win);
  return end_mpi();
}
