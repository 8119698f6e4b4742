// no_locks is passed with different values: allowed, and without --strict there is no finding.
// near: FP-INFO-001
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Info info;
  int* memory;
  start_mpi();
  MPI_Info_create(&info);
  MPI_Info_set(info, "no_locks", rank == 0 ? "true" : "false");
  MPI_Win_allocate(16, sizeof(int), info, MPI_COMM_WORLD, &memory, &win);
  MPI_Info_free(&info);
  MPI_Win_free(&win);
  return end_mpi();
}
