// One process has freed its communicator long before the other one reaches that call, which a message orders.
// near: FP-MATCH-008 FP-MATCH-011 FP-RACE-002
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Comm copy;
  start_mpi();
  int* memory = make_window(&win, 1);
  int value = 7;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Comm_free(&copy);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush_all(win);
    MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    REQUIRE(memory[0] == 7);
    MPI_Comm_free(&copy);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
