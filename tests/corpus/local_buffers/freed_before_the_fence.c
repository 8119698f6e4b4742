// The result buffer is freed before the fence that completes the get. The advice names the window as the program does.
// finds: freed FP-WINDOW-011
// says: MPI_Win_fence(0, mesh.halo) on all ranks has to come while the buffer still exists
#include "corpus.h"

static struct {
  MPI_Win halo;
} mesh;

int main(void) {
  start_mpi();
  make_window(&mesh.halo, 1);
  MPI_Win_fence(0, mesh.halo);
  if (rank == 0) {
    int* value = malloc(sizeof *value);
    MPI_Get(value, 1, MPI_INT, 1, 0, 1, MPI_INT, mesh.halo);  // FINDS(freed:get)
    free(value);                                              // FINDS(freed)
  }
  MPI_Win_fence(0, mesh.halo);
  MPI_Win_free(&mesh.halo);
  return end_mpi();
}
