// MPI_Comm_free needs all members but may return immediately (7.4.3): the load after it is not ordered after the put.
// finds: race FP-RACE-002
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Comm copy;
  start_mpi();
  int* memory = make_window(&win, 1);
  int value = 7, got = 0;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
    MPI_Win_flush_all(win);
  }
  MPI_Comm_free(&copy);
  if (rank == 1) got = memory[0];  // FINDS(race:load)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  REQUIRE(got == 0 || got == 7);
  return end_mpi();
}
