// One process, two windows, same memory: flushed and barriered between, so ordered.
#include "corpus.h"

int main(void) {
  MPI_Win one, two;
  int* memory;
  start_mpi();
  MPI_Alloc_mem(64, MPI_INFO_NULL, &memory);
  MPI_Win_create(memory, 64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &one);
  MPI_Win_create(memory, 64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &two);
  int got = 0;
  MPI_Win_lock_all(0, one);
  MPI_Win_lock_all(0, two);
  MPI_Put(&ranks, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, one);
  MPI_Win_flush(1 - rank, one);
  MPI_Get(&got, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, two);
  MPI_Win_flush(1 - rank, two);
  REQUIRE(got == ranks);
  MPI_Win_unlock_all(two);
  MPI_Win_unlock_all(one);
  MPI_Win_free(&two);
  MPI_Win_free(&one);
  MPI_Free_mem(memory);
  return end_mpi();
}
