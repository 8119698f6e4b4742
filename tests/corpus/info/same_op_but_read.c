// accumulate_ops = same_op allows not even MPI_NO_OP beside a sum.
// finds: info FP-INFO-005
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Info info;
  int *memory, result;
  start_mpi();
  MPI_Info_create(&info);
  MPI_Info_set(info, "accumulate_ops", "same_op");
  MPI_Win_allocate(16, sizeof(int), info, MPI_COMM_WORLD, &memory, &win);
  MPI_Info_free(&info);
  memory[0] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Accumulate(&ranks, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);  // FINDS(info)
  if (rank == 1) MPI_Fetch_and_op(NULL, &result, MPI_INT, 0, 0, MPI_NO_OP, win);      // FINDS(info)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
