// accumulate_ordering=none: accumulates of one process to one place come in any order. That is right if a flush is in
// between, if their order does not matter, or if they go to different places.
// near: FP-INFO-006
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Info info;
  int* memory;
  int two = 2, seven = 7, result = -1;
  start_mpi();
  MPI_Info_create(&info);
  MPI_Info_set(info, "accumulate_ordering", "none");
  MPI_Win_allocate(16, sizeof(int), info, MPI_COMM_WORLD, &memory, &win);
  MPI_Info_free(&info);
  for (int i = 0; i < 4; i++) memory[i] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Accumulate(&seven, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Accumulate(&seven, 1, MPI_INT, 1, 1, 1, MPI_INT, MPI_SUM, win);  // beside it
    MPI_Win_flush(1, win);
    MPI_Accumulate(&two, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_flush(1, win);
    MPI_Fetch_and_op(NULL, &result, MPI_INT, 1, 0, MPI_NO_OP, win);
    MPI_Win_flush(1, win);
    REQUIRE(result == 9);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
