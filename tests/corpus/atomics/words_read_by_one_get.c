// A get of two words, one of which is counted atomically meanwhile. MPI_Fetch_and_op could not replace it.
// finds: race FP-RACE-006
// says: or call MPI_Get_accumulate(NULL, 0, MPI_LONG, seen, 2, MPI_LONG, 0, 0, 2, MPI_LONG, MPI_NO_OP, win) instead of MPI_Get of rank 1
#include "corpus.h"

int main(void) {
  MPI_Win win;
  long *words, seen[2];
  const long one = 1;
  start_mpi();
  MPI_Win_allocate(2 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &words, &win);
  words[0] = words[1] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Accumulate(&one, 1, MPI_LONG, 0, 1, 1, MPI_LONG, MPI_SUM, win);  // FINDS(race)
  } else {
    MPI_Get(seen, 2, MPI_LONG, 0, 0, 2, MPI_LONG, win);  // FINDS(race)
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
