// The message comes before the flush of a sum, which then meets the owner's store. Storing with MPI_REPLACE would not
// help: concurrent accumulates must have one operation.
// finds: race FP-RACE-006
// says: Add MPI_Win_flush(1, win) before MPI_Send at stores_after_an_unflushed_sum.c:15.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  int value = 7;
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Accumulate(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);  // FINDS(race:accumulate)
    MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Win_flush(1, win);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    memory[0] = value;  // FINDS(race:store)
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
