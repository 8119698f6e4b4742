// Two windows over the same memory: the flush on one does not complete the put on the other.
// finds: race FP-RACE-003
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
  if (rank == 0) {
    MPI_Put(&ranks, 1, MPI_INT, 1, 0, 1, MPI_INT, one);  // FINDS(race:put)
    MPI_Win_flush(1, two);
    MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, two);  // FINDS(race:get)
  }
  MPI_Win_unlock_all(two);
  MPI_Win_unlock_all(one);
  MPI_Win_free(&two);
  MPI_Win_free(&one);
  MPI_Free_mem(memory);
  return end_mpi();
}
