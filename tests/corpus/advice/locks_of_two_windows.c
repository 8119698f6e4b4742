// Two windows over the same memory, each put to under a shared lock of its own. Exclusive locks of two windows would
// exclude nobody.
// ranks: 3
// finds: puts FP-RACE-001
// says: rank 2 waits for before MPI_Put of rank 2 at locks_of_two_windows.c:22. Tried
#include "corpus.h"

int main(void) {
  static int memory[4];
  MPI_Win one, other;
  int value;
  start_mpi();
  value = rank;
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &one);
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
  if (rank == 1) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, one);
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, one);  // FINDS(puts:put)
    MPI_Win_unlock(0, one);
  } else if (rank == 2) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, other);
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, other);  // FINDS(puts:put)
    MPI_Win_unlock(0, other);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&one);
  MPI_Win_free(&other);
  return end_mpi();
}
