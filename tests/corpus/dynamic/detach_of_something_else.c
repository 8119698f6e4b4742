// Detaching what was never attached, and attaching twice.
// finds: detach FP-WINDOW-005
// finds: attach FP-WINDOW-004
#include "corpus.h"

int main(void) {
  MPI_Win win;
  static int memory[8];
  start_mpi();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Win_attach(win, memory, 4 * sizeof(int));                      // FINDS(attach)
  if (rank == 0) MPI_Win_detach(win, memory + 4);                    // FINDS(detach)
  if (rank == 1) MPI_Win_attach(win, memory + 2, 4 * sizeof(int));  // FINDS(attach)
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_detach(win, memory);
  MPI_Win_free(&win);
  return end_mpi();
}
