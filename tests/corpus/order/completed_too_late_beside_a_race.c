// Two mistakes in one loop: a put that is complete at its origin alone when a barrier tells of it, and another one whose
// target stores at the same time. To complete the first in time orders nothing for the second.
// finds: late FP-RACE-002
// finds: unordered FP-RACE-002
// ranks: 4
// says: 2 findings (2 undefined outcomes)
#include "corpus.h"

int main(void) {
  MPI_Win win;
  double sum = 0;
  start_mpi();
  double* memory;
  MPI_Win_allocate(2 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[0] = memory[1] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  const int right = (rank + 1) % ranks;
  const double value = rank;
  for (int step = 0; step < 2; step++) {
    MPI_Put(&value, 1, MPI_DOUBLE, right, 1, 1, MPI_DOUBLE, win);  // FINDS(late:put)
    MPI_Win_flush_local(right, win);
    MPI_Barrier(MPI_COMM_WORLD);
    sum += memory[1];  // FINDS(late:load)
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Put(&value, 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, win);  // FINDS(unordered:put)
    memory[0] = step;                                              // FINDS(unordered:store)
    MPI_Win_flush(right, win);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return sum < 0 ? 1 : end_mpi();
}
