// Each round puts, and reads the data after a barrier: but nothing holds back the put of the next iteration.
// finds: race FP-RACE-002
// says: fix Add a message or barrier after the load of rank
// says: waits for before MPI_Put of rank
// says: at next_round.c:19 of the next iteration.
#include "corpus.h"

enum { kCells = 8 };

int main(void) {
  MPI_Win win;
  start_mpi();
  int* cells = make_window(&win, kCells + 1);
  int other = 1 - rank, sum = 0;
  cells[kCells] = 1;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  for (int round = 0; round < 5; round++) {
    MPI_Put(&cells[kCells], 1, MPI_INT, other, 0, 1, MPI_INT, win);  // FINDS(race:put)
    MPI_Win_flush(other, win);
    MPI_Barrier(MPI_COMM_WORLD);
    sum += cells[0];  // FINDS(race:load)
#ifdef MENDED
    MPI_Barrier(MPI_COMM_WORLD);
#endif
  }
  MPI_Win_unlock_all(win);
  REQUIRE(sum == 5);
  MPI_Win_free(&win);
  return end_mpi();
}
