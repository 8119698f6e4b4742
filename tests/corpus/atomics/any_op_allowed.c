// accumulate_ops = same_op_no_op is the default; "same_op_no_op" kept, different operations at different times.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  int value = rank + 1;
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_fence(0, win);
  MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_PROD, win);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  REQUIRE(rank == 1 || memory[0] == 6);
  MPI_Win_free(&win);
  return end_mpi();
}
