// In main, `win` is another window than in the functions that use the one that races: no patch copies the name.
// finds: race FP-RACE-002
#include "corpus.h"

static void put_halo(MPI_Win win, int to) {
  static const int value = 4;
  MPI_Put(&value, 1, MPI_INT, to, 0, 1, MPI_INT, win);  // FINDS(race:put)
}

static void fence_halo(MPI_Win win) {
  MPI_Win_fence(0, win);
}

int main(void) {
  MPI_Win win, halo;
  start_mpi();
  int* const cells = make_window(&halo, 8);
  make_window(&win, 8);
  for (int round = 0; round < 3; ++round) {
    fence_halo(halo);
    cells[0] = round;  // FINDS(race:store)
    put_halo(halo, 1 - rank);
    fence_halo(halo);
  }
  MPI_Win_free(&win);
  MPI_Win_free(&halo);
  return end_mpi();
}
