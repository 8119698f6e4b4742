// Two halves of shared memory are read and written in turn, and memory is synchronized at the end of each round, but no
// rank waits there for the others.
// ranks: 3
// finds: race FP-RACE-009
// says: fix Add a message or barrier after MPI_Win_sync at halves_in_turn.c:32 that rank
// says: waits for before MPI_Win_sync at halves_in_turn.c:36
// says: The first of these was tried on the recorded run
#include "corpus.h"

enum { kCells = 64, kRounds = 5 };

int main(void) {
  MPI_Win win;
  double *own, *left;
  MPI_Aint size;
  int unit;
  start_mpi();
  MPI_Win_allocate_shared(2 * kCells * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &own, &win);
  MPI_Win_shared_query(win, (rank + ranks - 1) % ranks, &size, &unit, &left);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 2 * kCells; i++) own[i] = rank;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  for (int round = 0; round < kRounds; round++) {
    const double* from = left + round % 2 * kCells;
    double* to = own + (round + 1) % 2 * kCells;
    for (int i = 0; i < kCells; i++) {
      const double cell = from[i];  // FINDS(race:load)
      to[i] = cell + 1;             // FINDS(race:store)
    }
    MPI_Win_sync(win);
#ifdef MENDED
    MPI_Barrier(MPI_COMM_WORLD);
#endif
    MPI_Win_sync(win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
