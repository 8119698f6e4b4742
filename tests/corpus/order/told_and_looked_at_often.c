// Looks at a value many times after a message that it was put: that loop does not wait for it. The completion at the
// target is missing.
// finds: race FP-RACE-002
// near: FP-RACE-008
// says: MPI_Win_flush(1, win) instead of MPI_Win_flush_local(1, win)
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int one = 1, sum = 0;
  start_mpi();
  volatile int* memory = make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
    MPI_Win_flush_local(1, win);
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int k = 0; k < 100; k++) sum += memory[0];  // FINDS(race:load)
  }
  MPI_Win_unlock_all(win);
  REQUIRE(sum >= 0);
  MPI_Win_free(&win);
  return end_mpi();
}
