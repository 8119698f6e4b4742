// A window on MPI_COMM_SELF: puts and gets with oneself.
// near: FP-RANGE-006
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int* memory;
  start_mpi();
  MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_SELF, &memory, &win);
  memory[0] = 1;
  int got = 0, value = 2;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  MPI_Get(&got, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_flush(0, win);
  MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_unlock(0, win);
  REQUIRE(got == 1 && memory[0] == 2);
  MPI_Win_free(&win);
  return end_mpi();
}
