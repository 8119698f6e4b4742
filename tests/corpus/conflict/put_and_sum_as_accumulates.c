// A library turns put and sum into accumulates, so that they are ordered; as bytes and as numbers they are not.
// finds: race FP-RACE-007
// says: Call MPI_Win_flush(1, win) instead of MPI_Win_flush_local(1, win) at put_and_sum_as_accumulates.c:14; or both have to use the same predefined datatype, with the same alignment
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 4);
  double value = 7;
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Accumulate(&value, sizeof value, MPI_BYTE, 1, 0, sizeof value, MPI_BYTE, MPI_REPLACE, win);  // FINDS(race)
    MPI_Win_flush_local(1, win);
    MPI_Accumulate(&value, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, MPI_SUM, win);  // FINDS(race)
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
