// A shared window of the processes of each machine, and one of all that is not shared.
// near: FP-WINDOW-012
// flags: -D_GNU_SOURCE -rdynamic
#include "corpus.h"
#include "two_machines.h"

int main(void) {
  MPI_Win shared, all;
  MPI_Comm node;
  int* memory;
  start_mpi();
  MPI_Comm_split(MPI_COMM_WORLD, rank, 0, &node);  // as MPI_Comm_split_type would, on two machines
  MPI_Win_allocate_shared(16, sizeof(int), MPI_INFO_NULL, node, &memory, &shared);
  make_window(&all, 1);
  MPI_Win_fence(0, all);
  MPI_Put(&rank, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, all);
  MPI_Win_fence(0, all);
  MPI_Win_free(&all);
  MPI_Win_free(&shared);
  MPI_Comm_free(&node);
  return end_mpi();
}
