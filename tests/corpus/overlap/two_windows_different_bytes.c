// Two windows over the same memory, used for different bytes of it.
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win one, two;
  int* memory;
  start_mpi();
  MPI_Alloc_mem(64, MPI_INFO_NULL, &memory);
  for (int i = 0; i < 16; i++) memory[i] = i;
  MPI_Win_create(memory, 64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &one);
  MPI_Win_create(memory, 64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &two);
  int got = -1, value = 100;
  MPI_Win_lock_all(0, one);
  MPI_Win_lock_all(0, two);
  if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 4, 1, MPI_INT, one);
  if (rank == 2) MPI_Get(&got, 1, MPI_INT, 1, 4, 1, MPI_INT, two);  // byte 4: element 1
  MPI_Win_unlock_all(two);
  MPI_Win_unlock_all(one);
  REQUIRE(rank != 2 || got == 1);
  MPI_Win_free(&two);
  MPI_Win_free(&one);
  MPI_Free_mem(memory);
  return end_mpi();
}
