// As first_fence_after_a_barrier.c, but the store comes only after that fence, and before a barrier.
// finds: late FP-RACE-013
// says: The memory of rank
// options: --strict
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int got = -1;
  start_mpi();
  int* memory = make_window(&win, 2);
  memory[0] = 10 * rank;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  memory[0] = 10 * rank;  // FINDS(late:store)
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Get(&got, 1, MPI_INT, (rank + 1) % ranks, 0, 1, MPI_INT, win);  // FINDS(late:get)
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  REQUIRE(got == 10 * ((rank + 1) % ranks));
  MPI_Win_free(&win);
  return end_mpi();
}
