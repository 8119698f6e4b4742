// Info that differs in everything but its meaning: other order of keys, the default said or not, keys nobody knows.
// near: FP-INFO-001 FP-INFO-007 FP-INFO-008
// options: --strict
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Info info;
  int* memory;
  start_mpi();
  MPI_Info_create(&info);
  if (rank == 0) {
    MPI_Info_set(info, "same_size", "true");
    MPI_Info_set(info, "accumulate_ops", "same_op_no_op");  // the default
    MPI_Info_set(info, "my_own_key", "0");
  } else {
    MPI_Info_set(info, "my_own_key", "1");
    MPI_Info_set(info, "same_size", "true");
  }
  MPI_Win_allocate(16, sizeof(int), info, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  MPI_Put(&rank, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_set_info(win, info);  // after its use, but it changes nothing
  MPI_Info_free(&info);
  MPI_Win_free(&win);
  return end_mpi();
}
