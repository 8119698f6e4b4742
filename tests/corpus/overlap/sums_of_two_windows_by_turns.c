// Sums on one counter through two windows, each complete before the next one begins. Reads go through both at once.
// near: FP-RACE-001 FP-RACE-003
#include "corpus.h"

int main(void) {
  MPI_Win one, two;
  int* memory;
  start_mpi();
  MPI_Alloc_mem(64, MPI_INFO_NULL, &memory);
  for (int i = 0; i < 16; i++) memory[i] = 0;
  MPI_Win_create(memory, 64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &one);
  MPI_Win_create(memory, 64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &two);
  const int value = 1;
  int a, b;
  MPI_Win_lock_all(0, one);
  MPI_Win_lock_all(0, two);
  if (rank == 0) {
    MPI_Accumulate(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, one);
    MPI_Win_flush(1, one);
    MPI_Accumulate(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, two);
    MPI_Win_flush(1, two);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Fetch_and_op(NULL, &a, MPI_INT, 1, 0, MPI_NO_OP, one);
  MPI_Fetch_and_op(NULL, &b, MPI_INT, 1, 0, MPI_NO_OP, two);
  MPI_Win_flush(1, one);
  MPI_Win_flush(1, two);
  REQUIRE(a == 2 && b == 2);
  MPI_Win_unlock_all(two);
  MPI_Win_unlock_all(one);
  MPI_Win_free(&two);
  MPI_Win_free(&one);
  MPI_Free_mem(memory);
  return end_mpi();
}
