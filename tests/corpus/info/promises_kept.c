// same_size, same_disp_unit, no_locks and accumulate_ops=same_op: all promised, all true.
// near: FP-INFO-002 FP-INFO-003 FP-INFO-004 FP-INFO-005
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Info info;
  int* memory;
  start_mpi();
  MPI_Info_create(&info);
  MPI_Info_set(info, "same_size", "true");
  MPI_Info_set(info, "same_disp_unit", "true");
  MPI_Info_set(info, "no_locks", "true");
  MPI_Info_set(info, "accumulate_ops", "same_op");
  MPI_Info_set(info, "accumulate_ordering", "none");
  MPI_Win_allocate(16, sizeof(int), info, MPI_COMM_WORLD, &memory, &win);
  MPI_Info_free(&info);
  for (int i = 0; i < 4; i++) memory[i] = 0;
  int ones[2] = {1, 1};
  MPI_Win_fence(0, win);
  MPI_Accumulate(ones, 2, MPI_INT, 0, rank, 2, MPI_INT, MPI_SUM, win);
  MPI_Win_fence(0, win);
  REQUIRE(rank == 1 || (memory[0] == 1 && memory[1] == 2 && memory[2] == 1));
  MPI_Win_free(&win);
  return end_mpi();
}
