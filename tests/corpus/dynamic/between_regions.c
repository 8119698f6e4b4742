// A datatype with an element between two attached regions: that one is not attached.
// finds: range FP-RANGE-002
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  const int other = 1 - rank;
  static int memory[32];
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_attach(win, memory, 4 * sizeof(int));
  MPI_Win_attach(win, memory + 20, 4 * sizeof(int));
  MPI_Aint address, there;
  MPI_Get_address(memory, &address);
  MPI_Sendrecv(&address, 1, MPI_AINT, other, 0, &there, 1, MPI_AINT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Datatype apart;
  MPI_Type_vector(3, 1, 10, MPI_INT, &apart);
  MPI_Type_commit(&apart);
  const int values[3] = {1, 2, 3};
  MPI_Win_lock(MPI_LOCK_SHARED, other, 0, win);
  if (rank == 0) MPI_Put(values, 3, MPI_INT, other, there, 1, apart, win);  // FINDS(range:put)
  MPI_Win_unlock(other, win);
  MPI_Type_free(&apart);
  MPI_Barrier(MPI_COMM_WORLD);
  REQUIRE(memory[0] == 0 && memory[10] == 0);
  MPI_Win_detach(win, memory + 20);
  MPI_Win_detach(win, memory);
  MPI_Win_free(&win);
  return end_mpi();
}
