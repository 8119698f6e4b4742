// A get that is complete at the origin has read its target, or its data could not be there: one may put over it, and
// after a message the target may store.
// near: FP-RACE-002 FP-RACE-003
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 2);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    int values[2];
    MPI_Get(values, 2, MPI_INT, 1, 0, 2, MPI_INT, win);
    MPI_Win_flush_local(1, win);
    values[0]++;
    MPI_Put(values, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Get(&values[1], 1, MPI_INT, 1, 1, 1, MPI_INT, win);
    MPI_Win_flush_local_all(win);
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    memory[1] = 5;
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) REQUIRE(memory[0] == 1 && memory[1] == 5);
  MPI_Win_free(&win);
  return end_mpi();
}
