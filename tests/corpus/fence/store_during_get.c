// The owner stores for the next phase while others still get.
// finds: race FP-RACE-002
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  int got = -1;
  MPI_Win_fence(0, win);
  MPI_Get(&got, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);  // FINDS(race:get)
  memory[0] = rank;                                         // FINDS(race:store)
  MPI_Win_fence(0, win);
  REQUIRE(got == 0 || got == 1 - rank);
  MPI_Win_free(&win);
  return end_mpi();
}
