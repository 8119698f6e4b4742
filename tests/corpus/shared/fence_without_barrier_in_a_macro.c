// Store, fence and load are three statements, although a macro makes them: a barrier can come between.
// finds: race FP-RACE-009
// says: fix Remove MPI_MODE_NOPRECEDE from MPI_Win_fence at fence_without_barrier_in_a_macro.c:22 on all ranks
// says: is given MPI_MODE_NOPRECEDE: it ends no epoch
#include "corpus.h"

#define EXCHANGE(assertion)        \
  do {                             \
    memory[0] = sum;               \
    MPI_Win_fence(assertion, win); \
    sum += other[0];               \
  } while (0)

int main(void) {
  MPI_Win win;
  int *memory, *other, unit, sum = 1;
  MPI_Aint size;
  start_mpi();
  MPI_Win_allocate_shared(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_shared_query(win, 1 - rank, &size, &unit, &other);
  MPI_Win_fence(0, win);
  EXCHANGE(MPI_MODE_NOPRECEDE);  // FINDS(race)
  MPI_Win_fence(0, win);
  printf("%d\n", sum);
  MPI_Win_free(&win);
  return end_mpi();
}
