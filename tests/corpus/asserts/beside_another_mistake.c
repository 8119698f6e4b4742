// A fence with an assertion that means nothing to it, and another mistake of the same window: the assertion promises
// nothing, so it is to go in any case.
// finds: assert FP-ASSERT-009
// finds: race FP-RACE-002
// says: fix Remove MPI_MODE_NOCHECK from MPI_Win_fence at beside_another_mistake.c:14. Tried
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int value = 7;
  start_mpi();
  int* memory = make_window(&win, 2);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Win_fence(MPI_MODE_NOCHECK, win);  // FINDS(assert)
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
  if (rank == 1) memory[0] = 3;                                       // FINDS(race:store)
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
