// A fence with MPI_MODE_NOPRECEDE need not wait for the other rank. Without the assertion, the program is right.
// finds: race FP-RACE-009
// says: fix Remove MPI_MODE_NOPRECEDE from MPI_Win_fence at fence_without_barrier.c:16 on all ranks
// says: The first of these was tried on the recorded run
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int *memory, *other, unit, sum = 1;
  MPI_Aint size;
  start_mpi();
  MPI_Win_allocate_shared(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_shared_query(win, 1 - rank, &size, &unit, &other);
  MPI_Win_fence(0, win);
  memory[0] = sum;  // FINDS(race:store)
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  sum += other[0];  // FINDS(race:load)
  MPI_Win_fence(0, win);
  printf("%d\n", sum);
  MPI_Win_free(&win);
  return end_mpi();
}
