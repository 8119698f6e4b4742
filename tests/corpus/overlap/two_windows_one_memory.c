// Two windows over the same memory: a put through one, a get through the other.
// ranks: 3
// finds: race FP-RACE-001
#include "corpus.h"

int main(void) {
  MPI_Win one, two;
  int* memory;
  start_mpi();
  MPI_Alloc_mem(64, MPI_INFO_NULL, &memory);
  MPI_Win_create(memory, 64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &one);
  MPI_Win_create(memory + 4, 32, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &two);
  int got;
  MPI_Win_lock_all(0, one);
  MPI_Win_lock_all(0, two);
  if (rank == 0) MPI_Put(&ranks, 1, MPI_INT, 1, 5, 1, MPI_INT, one);  // FINDS(race:put)
  if (rank == 2) MPI_Get(&got, 1, MPI_INT, 1, 1, 1, MPI_INT, two);    // FINDS(race:get)
  MPI_Win_unlock_all(two);
  MPI_Win_unlock_all(one);
  MPI_Win_free(&two);
  MPI_Win_free(&one);
  MPI_Free_mem(memory);
  return end_mpi();
}
