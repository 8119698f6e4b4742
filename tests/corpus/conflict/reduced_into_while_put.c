// A put into memory that an allreduce of all ranks writes. It must be complete before: waiting for a message after the
// allreduce would be in vain, because the rank that puts takes part in it afterwards.
// finds: race FP-RACE-011
// says: Add MPI_Win_flush(1, win) after MPI_Put of rank 0 at reduced_into_while_put.c:14, and after it a message or barrier that rank 1 waits for before MPI_Allreduce of rank 1
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  int value = 7, sum;
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race)
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  } else {
    MPI_Allreduce(MPI_IN_PLACE, memory, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);  // FINDS(race)
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
