// A put that crosses from one region to the next, which touches it, and a datatype whose elements lie in two regions
// with memory between them that is not attached. All that they access is attached.
// near: FP-RANGE-002 FP-WINDOW-006 FP-WINDOW-007
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  const int other = 1 - rank;
  static int memory[32];
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_attach(win, memory, 4 * sizeof(int));
  MPI_Win_attach(win, memory + 4, 4 * sizeof(int));
  MPI_Win_attach(win, memory + 20, 4 * sizeof(int));
  MPI_Aint address, there;
  MPI_Get_address(memory, &address);
  MPI_Sendrecv(&address, 1, MPI_AINT, other, 0, &there, 1, MPI_AINT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Datatype apart;
  MPI_Type_vector(2, 2, 21, MPI_INT, &apart);
  MPI_Type_commit(&apart);
  const int values[4] = {1, 2, 3, 4};
  MPI_Win_lock(MPI_LOCK_SHARED, other, 0, win);
  MPI_Put(values, 4, MPI_INT, other, MPI_Aint_add(there, 2 * sizeof(int)), 4, MPI_INT, win);
  MPI_Put(values, 4, MPI_INT, other, there, 1, apart, win);
  MPI_Win_unlock(other, win);
  MPI_Type_free(&apart);
  MPI_Barrier(MPI_COMM_WORLD);
  REQUIRE(memory[2] == 1 && memory[5] == 4 && memory[0] == 1 && memory[1] == 2);
  REQUIRE(memory[21] == 3 && memory[22] == 4 && memory[20] == 0);
  MPI_Win_detach(win, memory + 20);
  MPI_Win_detach(win, memory + 4);
  MPI_Win_detach(win, memory);
  MPI_Win_free(&win);
  return end_mpi();
}
