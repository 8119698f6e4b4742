// One process replaces a word through one window and fetches it through another one: nothing orders the two.
// finds: race FP-RACE-003
// says: fix Add MPI_Win_flush(1, one) before MPI_Fetch_and_op at order_of_two_windows.c:20; or both have to be made on one window.
#include "corpus.h"

int main(void) {
  MPI_Win one, two;
  int* memory;
  start_mpi();
  MPI_Alloc_mem(64, MPI_INFO_NULL, &memory);
  for (int i = 0; i < 16; i++) memory[i] = 0;
  MPI_Win_create(memory, 64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &one);
  MPI_Win_create(memory, 64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &two);
  const int value = 7;
  int got;
  MPI_Win_lock_all(0, one);
  MPI_Win_lock_all(0, two);
  if (rank == 0) {
    MPI_Accumulate(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, one);  // FINDS(race:accumulate)
    MPI_Fetch_and_op(NULL, &got, MPI_INT, 1, 0, MPI_NO_OP, two);             // FINDS(race:fetch_and_op)
    MPI_Win_flush(1, two);
  }
  MPI_Win_unlock_all(two);
  MPI_Win_unlock_all(one);
  MPI_Win_free(&two);
  MPI_Win_free(&one);
  MPI_Free_mem(memory);
  return end_mpi();
}
