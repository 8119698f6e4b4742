// A window on what an intercommunicator is merged to.
// near: FP-WINDOW-002
#include "corpus.h"

int main(void) {
  MPI_Comm half, both, merged;
  MPI_Win win;
  static int memory[4];
  start_mpi();
  MPI_Comm_split(MPI_COMM_WORLD, rank, 0, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank, 0, &both);
  MPI_Intercomm_merge(both, rank, &merged);
  MPI_Win_create(memory, 16, 4, MPI_INFO_NULL, merged, &win);
  MPI_Win_free(&win);
  MPI_Comm_free(&merged);
  MPI_Comm_free(&both);
  MPI_Comm_free(&half);
  return end_mpi();
}
