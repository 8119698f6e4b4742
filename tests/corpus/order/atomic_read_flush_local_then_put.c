// An MPI_NO_OP whose result has arrived has read its target and does nothing else there: one may put over it, and after a
// message the target may store. So has one whose request is complete.
// near: FP-RACE-006
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Request request;
  start_mpi();
  int* memory = make_window(&win, 3);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    int values[3];
    MPI_Fetch_and_op(NULL, &values[0], MPI_INT, 1, 0, MPI_NO_OP, win);
    MPI_Win_flush_local(1, win);
    values[0]++;
    MPI_Put(values, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Get_accumulate(NULL, 0, MPI_INT, &values[1], 1, MPI_INT, 1, 1, 1, MPI_INT, MPI_NO_OP, win);
    MPI_Win_flush_local_all(win);
    MPI_Rget_accumulate(NULL, 0, MPI_INT, &values[2], 1, MPI_INT, 1, 2, 1, MPI_INT, MPI_NO_OP, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    memory[1] = 5;
    memory[2] = 6;
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) REQUIRE(memory[0] == 1 && memory[1] == 5 && memory[2] == 6);
  MPI_Win_free(&win);
  return end_mpi();
}
