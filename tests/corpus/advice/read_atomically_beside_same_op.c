// accumulate_ops=same_op promises too much if other ranks read atomically: the default allows that.
// finds: ops FP-INFO-005
// says: fix Remove MPI_Info_set at read_atomically_beside_same_op.c:14, which sets accumulate_ops.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Info info;
  int* memory;
  int one = 1, seen = 0;
  start_mpi();
  MPI_Info_create(&info);
#ifndef MENDED
  MPI_Info_set(info, "accumulate_ops", "same_op");
#endif
  MPI_Win_allocate(16, sizeof(int), info, MPI_COMM_WORLD, &memory, &win);
  MPI_Info_free(&info);
  memory[0] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);  // FINDS(ops:accumulate)
  } else {
    MPI_Fetch_and_op(NULL, &seen, MPI_INT, 0, 0, MPI_NO_OP, win);  // FINDS(ops:fetch_and_op)
  }
  MPI_Win_unlock_all(win);
  if (seen < 0) printf("%d\n", seen);
  MPI_Win_free(&win);
  return end_mpi();
}
