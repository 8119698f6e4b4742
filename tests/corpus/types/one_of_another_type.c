// Three calls count with MPI_LONG; a fourth one adds an MPI_DOUBLE to the same element. It meets each of them: that is
// one mistake.
// ranks: 2
// finds: one FP-RACE-007
// finds: two FP-RACE-007
// finds: three FP-RACE-007
// says: MPI_Accumulate at one_of_another_type.c:25 names MPI_DOUBLE, and 3 other calls name MPI_LONG for the same elements: its datatype has to be the same or, if it is meant for other elements, its displacement another.
// says: and so undefined FP-RACE-007
#include "corpus.h"

int main(void) {
  MPI_Win win;
  long *memory, one = 1, old;
  double x = 1;
  start_mpi();
  MPI_Win_allocate(64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 8; i++) memory[i] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Accumulate(&one, 1, MPI_LONG, 0, 2, 1, MPI_LONG, MPI_SUM, win);  // FINDS(one)
    MPI_Accumulate(&one, 1, MPI_LONG, 0, 2, 1, MPI_LONG, MPI_SUM, win);  // FINDS(two)
    MPI_Fetch_and_op(&one, &old, MPI_LONG, 0, 2, MPI_SUM, win);          // FINDS(three)
  } else {
    MPI_Accumulate(&x, 1, MPI_DOUBLE, 0, 2, 1, MPI_DOUBLE, MPI_SUM, win);  // FINDS(one, two, three)
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  return end_mpi();
}
