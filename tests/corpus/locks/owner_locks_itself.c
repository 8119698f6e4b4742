// The owner loads and stores under an exclusive lock of itself, the others get and put under theirs.
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  int counter;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  if (rank == 0) {
    memory[0] = memory[0] + 1;
  } else {
    MPI_Get(&counter, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    counter++;
    MPI_Put(&counter, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  }
  MPI_Win_unlock(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  if (rank == 0) REQUIRE(memory[0] == ranks);
  MPI_Win_unlock(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
