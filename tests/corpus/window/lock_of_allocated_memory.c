// A window over memory of MPI_Alloc_mem, from its beginning and from its middle: it may be locked everywhere.
// near: FP-WINDOW-013
// options: --strict
#include "corpus.h"

int main(void) {
  MPI_Win whole, rest;
  int* memory;
  start_mpi();
  MPI_Alloc_mem(64 * sizeof(int), MPI_INFO_NULL, &memory);
  MPI_Win_create(memory, 32 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &whole);
  MPI_Win_create(memory + 32, 32 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &rest);
  MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, whole);
  MPI_Put(&rank, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, whole);
  MPI_Win_unlock(1 - rank, whole);
  MPI_Win_lock_all(0, rest);
  MPI_Put(&rank, 1, MPI_INT, 1 - rank, 31, 1, MPI_INT, rest);
  MPI_Win_unlock_all(rest);
  MPI_Win_free(&rest);
  MPI_Win_free(&whole);
  MPI_Free_mem(memory);
  return end_mpi();
}
