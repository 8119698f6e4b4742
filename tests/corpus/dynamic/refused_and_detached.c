// The get has no epoch and is refused: it accesses nothing when the memory is detached.
// finds: outside FP-EPOCH-001
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Aint address;
  static int memory[8];
  int value = 0;
  start_mpi();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  if (rank == 1) MPI_Win_attach(win, memory, sizeof memory);
  MPI_Get_address(&memory[4], &address);
  MPI_Bcast(&address, 1, MPI_AINT, 1, MPI_COMM_WORLD);
  if (rank == 0) MPI_Get(&value, 1, MPI_INT, 1, address, 1, MPI_INT, win);  // FINDS(outside:get)
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) MPI_Win_detach(win, memory);
  MPI_Win_free(&win);
  return value == 0 ? end_mpi() : 1;
}
