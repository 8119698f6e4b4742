// The window gives up accumulate_ordering; two accumulates of one process to one location then need a flush.
// finds: order FP-INFO-006
// exit: 0
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Info info;
  int* memory;
  start_mpi();
  MPI_Info_create(&info);
  MPI_Info_set(info, "accumulate_ordering", "none");
  MPI_Win_allocate(16, sizeof(int), info, MPI_COMM_WORLD, &memory, &win);
  MPI_Info_free(&info);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    int one = 1, before;
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win);  // FINDS(order)
    MPI_Fetch_and_op(NULL, &before, MPI_INT, 1, 0, MPI_NO_OP, win);        // FINDS(order)
    MPI_Win_flush(1, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
