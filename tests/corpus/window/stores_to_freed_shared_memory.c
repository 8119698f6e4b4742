// A store to the neighbour's segment of a window in shared memory that has been freed; other windows have come and gone since.
// finds: gone FP-WINDOW-014
#include "corpus.h"

int main(void) {
  MPI_Win win, other;
  int *memory, *theirs, unit;
  MPI_Aint size;
  start_mpi();
  MPI_Win_allocate_shared(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_shared_query(win, 1 - rank, &size, &unit, &theirs);
  MPI_Win_free(&win);  // FINDS(gone)
  for (int i = 0; i < 5; i++) {
    make_window(&other, 16);
    MPI_Win_free(&other);
  }
  if (rank == 1) theirs[3] = 1;  // FINDS(gone:store)
  MPI_Barrier(MPI_COMM_WORLD);
  return end_mpi();
}
