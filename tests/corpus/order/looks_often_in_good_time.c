// A loop that looks at one element of the window a thousand times: before the put, and after it, and at its neighbour.
// near: FP-RACE-008 FP-RACE-002
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int seven = 7, sum = 0;
  start_mpi();
  volatile int* memory = make_window(&win, 4);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 1000; i++) sum += memory[0];
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Put(&seven, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  for (int i = 0; i < 1000; i++) sum += memory[1];
  MPI_Win_flush(1 - rank, win);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 1000; i++) sum += memory[0];
  REQUIRE(sum == 7000);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
