// Sums on one counter through two windows that overlap: they are atomic on one window only (12.2.1).
// ranks: 3
// finds: race FP-RACE-001
// says: They use two windows that overlap: operations are atomic, and those of one origin are ordered, only within one window (12.2.1, 12.7.1).
#include "corpus.h"

int main(void) {
  MPI_Win one, two;
  int* memory;
  start_mpi();
  MPI_Alloc_mem(64, MPI_INFO_NULL, &memory);
  for (int i = 0; i < 16; i++) memory[i] = 0;
  MPI_Win_create(memory, 64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &one);
  MPI_Win_create(memory + 4, 32, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &two);
  const int value = 1;
  MPI_Win_lock_all(0, one);
  MPI_Win_lock_all(0, two);
  if (rank == 0) MPI_Accumulate(&value, 1, MPI_INT, 1, 5, 1, MPI_INT, MPI_SUM, one);  // FINDS(race:accumulate)
  if (rank == 2) MPI_Accumulate(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, MPI_SUM, two);  // FINDS(race:accumulate)
  MPI_Win_unlock_all(two);
  MPI_Win_unlock_all(one);
  MPI_Win_free(&two);
  MPI_Win_free(&one);
  MPI_Free_mem(memory);
  return end_mpi();
}
