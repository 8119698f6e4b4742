// A blocking receive writes no more than its message fills (3.2.4): what is put behind that is no conflict, nor is what is
// put into the buffer of a receive of nothing.
// ranks: 3
// near: FP-RACE-011
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 24);
  const int value = 7, two[2] = {1, 2};
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Recv(memory, 8, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(memory + 8, 8, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(&value, 1, MPI_INT, 2, 2, memory + 16, 4, MPI_2INT, 2, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else if (rank == 1) {
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Put(&value, 1, MPI_INT, 0, 2, 1, MPI_INT, win);
    MPI_Put(&value, 1, MPI_INT, 0, 8, 1, MPI_INT, win);
    MPI_Put(&value, 1, MPI_INT, 0, 18, 1, MPI_INT, win);
  } else {
    int got;
    MPI_Send(two, 2, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Send(two, 0, MPI_INT, 0, 1, MPI_COMM_WORLD);
    MPI_Sendrecv(two, 1, MPI_2INT, 0, 2, &got, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) REQUIRE(memory[1] == 2 && memory[2] == 7 && memory[8] == 7 && memory[18] == 7);
  MPI_Win_free(&win);
  return end_mpi();
}
