// Ranks get a label and lower it with MPI_MIN. Nobody loses an update by that, however they come: the get has only to
// be atomic.
// finds: race FP-RACE-006
// says: MPI_NO_OP, win) instead of MPI_Get
#include "corpus.h"

enum { kRounds = 5 };

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  int label = 1000;
  *memory = label;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  for (int round = 0; round < kRounds; round++) {
    MPI_Get(&label, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(race:get)
    MPI_Win_flush(0, win);
    int lower = 500 - 2 * round - rank;
    if (label <= lower) continue;
    MPI_Accumulate(&lower, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_MIN, win);  // FINDS(race:accumulate)
    MPI_Win_flush(0, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
