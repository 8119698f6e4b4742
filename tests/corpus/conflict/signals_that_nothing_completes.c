// Two processes signal each other by puts that nothing completes, and poll. This is wrong but works. However many
// puts there are, each takes effect at some time, and the report has the findings.
// finds: there FP-RACE-003
// finds: back FP-RACE-003
// finds: seen FP-RACE-008
// finds: answered FP-RACE-008
#include <sched.h>

#include "corpus.h"

int main(void) {
  MPI_Win win;
  static volatile int flag;
  static int values[201];
  start_mpi();
  for (int i = 0; i <= 200; i++) values[i] = i;
  MPI_Win_create((void*)&flag, sizeof flag, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  for (int i = 1; i <= 200; i++) {
    if (rank == 0) MPI_Put(&values[i], 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(there, seen:put)
    while (flag != i) sched_yield();                                        // FINDS(seen:load, answered:load)
    if (rank == 1) MPI_Put(&values[i], 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(back, answered:put)
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
