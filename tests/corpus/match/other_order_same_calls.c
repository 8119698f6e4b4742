// What looks as if processes did not agree, and does: collectives of different communicators in different order where that
// cannot wait, windows freed long after each other, calls of other branches of the program, a fence from another line.
// near: FP-MATCH-001 FP-MATCH-002 FP-MATCH-010 FP-MATCH-011 FP-MATCH-009
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win win, own;
  MPI_Comm pair;
  int *memory, *mine;
  start_mpi();
  // Windows of one communicator: everybody in the same order, from different lines, with different arguments.
  if (rank == 0)
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  else
    MPI_Win_allocate(16, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  // Only two of three make a window of their own, and do more with it than the third one does at all.
  MPI_Comm_split(MPI_COMM_WORLD, rank == 2 ? MPI_UNDEFINED : 1, 0, &pair);
  MPI_Request barrier;
  MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
  if (rank != 2) {
    int sum;
    MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, pair, &mine, &own);
    MPI_Win_fence(0, own);
    MPI_Win_fence(0, own);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, pair);
    REQUIRE(sum == 1);
  }
  if (rank == 0)
    MPI_Win_fence(0, win);
  else
    MPI_Win_fence(MPI_MODE_NOSTORE, win);
  MPI_Wait(&barrier, MPI_STATUS_IGNORE);  // begun before the fence, complete after it: of different communicators
  MPI_Win_fence(0, win);
  if (rank != 0) MPI_Win_free(&win);
  if (rank == 0) {
    double until = MPI_Wtime() + 0.05;
    while (MPI_Wtime() < until) continue;
    MPI_Win_free(&win);
  }
  if (rank != 2) {
    MPI_Win_free(&own);
    MPI_Comm_free(&pair);
  }
  return end_mpi();
}
