// Only rank 2 has attached memory; rank 0 passes its address, but the rank of another.
// finds: range FP-RANGE-002
// says: fix MPI_Win_attach at attached_by_another_rank.c:14 of rank 2 has attached these addresses: if they are meant, the target of MPI_Put at attached_by_another_rank.c:18 is wrong; if not, the memory has to be attached at the target too.
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Aint address;
  static int memory[8];
  start_mpi();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  if (rank == 2) MPI_Win_attach(win, memory, sizeof memory);
  MPI_Get_address(&memory[4], &address);
  MPI_Bcast(&address, 1, MPI_AINT, 2, MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Put(&ranks, 1, MPI_INT, 1, address, 1, MPI_INT, win);  // FINDS(range:put)
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 2) MPI_Win_detach(win, memory);
  MPI_Win_free(&win);
  return end_mpi();
}
