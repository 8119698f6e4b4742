// Without an order the sum and the replacement are concurrent, and the default accumulate_ops allows only one operation.
// finds: order FP-INFO-006
// says: portability FP-INFO-006
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Info info;
  start_mpi();
  MPI_Info_create(&info);
  MPI_Info_set(info, "accumulate_ordering", "none");
  int* memory;
  MPI_Win_allocate(16, sizeof(int), info, MPI_COMM_WORLD, &memory, &win);
  MPI_Info_free(&info);
  memory[0] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  const int value = 7;
  if (rank == 0) {
    MPI_Accumulate(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);      // FINDS(order)
    MPI_Accumulate(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win);  // FINDS(order)
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
