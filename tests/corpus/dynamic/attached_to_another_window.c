// The memory is attached, but to the other one of two dynamic windows.
// finds: range FP-RANGE-002
// says: fix MPI_Win_attach at attached_to_another_window.c:14 of rank 1 has attached these addresses to the window of MPI_Win_create_dynamic at attached_to_another_window.c:11: if they are meant, the window of MPI_Put at attached_to_another_window.c:18 is wrong; if not, the memory has to be attached to this window too.
#include "corpus.h"

int main(void) {
  MPI_Win win, other;
  MPI_Aint address;
  static int memory[8];
  start_mpi();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &other);
  MPI_Win_set_errhandler(other, MPI_ERRORS_RETURN);
  if (rank == 1) MPI_Win_attach(win, memory, sizeof memory);
  MPI_Get_address(&memory[4], &address);
  MPI_Bcast(&address, 1, MPI_AINT, 1, MPI_COMM_WORLD);
  MPI_Win_lock_all(0, other);
  if (rank == 0) MPI_Put(&ranks, 1, MPI_INT, 1, address, 1, MPI_INT, other);  // FINDS(range:put)
  MPI_Win_unlock_all(other);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) MPI_Win_detach(win, memory);
  MPI_Win_free(&other);
  MPI_Win_free(&win);
  return end_mpi();
}
