// The ranks make one window at two lines, and nobody frees it: one mistake.
// finds: first FP-WINDOW-009
// finds: second FP-WINDOW-009
// says: and so portability FP-WINDOW-009
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int *memory, unit;
  MPI_Aint size;
  start_mpi();
  if (rank == 0) {
    MPI_Win_allocate_shared(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);  // FINDS(first)
    memory[0] = 7;
  } else {
    MPI_Win_allocate_shared(0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);  // FINDS(second)
    MPI_Win_shared_query(win, 0, &size, &unit, &memory);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  REQUIRE(memory[0] == 7);
  return end_mpi();
}
