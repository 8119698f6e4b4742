// In each step all ranks add to all others and then read their own sum. Only a barrier after MPI_Win_unlock_all is
// missing: no operation needs a flush.
// finds: deposit FP-RACE-006
// finds: reset FP-RACE-006
// says: fix Add a message or barrier after MPI_Win_unlock_all at barrier_after_unlock_all.c:20 on rank
// says: it fixes this and breaks nothing
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int *sum, one = 1, total = 0, step, to;
  start_mpi();
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &sum, &win);
  *sum = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  for (step = 0; step < 4; step++) {
    MPI_Win_lock_all(0, win);
    for (to = 0; to < ranks; to++)
      MPI_Accumulate(&one, 1, MPI_INT, to, 0, 1, MPI_INT, MPI_SUM, win);  // FINDS(deposit:accumulate, reset:accumulate)
    MPI_Win_unlock_all(win);
#ifdef MENDED
    MPI_Barrier(MPI_COMM_WORLD);
#endif
    total += *sum;  // FINDS(deposit:load)
    *sum = 0;       // FINDS(reset:store)
    MPI_Barrier(MPI_COMM_WORLD);
  }
  if (total < 0) printf("%d\n", total);
  MPI_Win_free(&win);
  return end_mpi();
}
