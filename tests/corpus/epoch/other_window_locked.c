// The epoch is on another window.
// finds: outside FP-EPOCH-001
#include "corpus.h"

int main(void) {
  MPI_Win win, other;
  start_mpi();
  make_window(&win, 1);
  make_window(&other, 1);
  MPI_Win_lock_all(0, other);
  if (rank == 0) MPI_Put(&ranks, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(outside:put)
  MPI_Win_unlock_all(other);
  MPI_Win_free(&win);
  MPI_Win_free(&other);
  return end_mpi();
}
