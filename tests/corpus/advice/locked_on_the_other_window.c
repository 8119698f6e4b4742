// The lock names the other one of two windows over the same memory. That the other one's epoch stays open, that it is
// locked again and fenced, and all that is unordered in it follow from that.
// finds: outside FP-EPOCH-001
// finds: before FP-EPOCH-003
// finds: behind FP-EPOCH-003
// finds: again FP-EPOCH-008
// finds: free FP-EPOCH-013
// finds: twice FP-RACE-003
// finds: reused FP-RACE-004
// says: fix Pass whole instead of half in MPI_Win_lock at locked_on_the_other_window.c:29, if it is meant for MPI_Get at locked_on_the_other_window.c:31.
// says: 1 finding (1 error), 6 consequences
#include "corpus.h"

static MPI_Win whole, half;

static void push(int value) {
  static int b;
  b = value;                                               // FINDS(reused:store)
  MPI_Win_fence(0, half);                                  // FINDS(before)
  MPI_Put(&b, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, half);  // FINDS(reused:put, twice:put)
  MPI_Win_fence(0, half);                                  // FINDS(behind)
}

static int pull(int from) {
  int x[2] = {0, 0};
#ifdef MENDED
  MPI_Win_lock(MPI_LOCK_SHARED, from, 0, whole);
#else
  MPI_Win_lock(MPI_LOCK_SHARED, from, 0, half);  // FINDS(again, free)
#endif
  MPI_Get(x, 2, MPI_INT, from, 0, 2, MPI_INT, whole);  // FINDS(outside)
  MPI_Win_unlock(from, whole);                         // FINDS(outside)
  MPI_Barrier(MPI_COMM_WORLD);
  return x[0] + x[1];
}

int main(void) {
  static int memory[2];
  int sum = 0;
  start_mpi();
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &whole);
  MPI_Win_create(memory, sizeof memory / 2, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &half);
  MPI_Win_set_errhandler(whole, MPI_ERRORS_RETURN);
  MPI_Win_set_errhandler(half, MPI_ERRORS_RETURN);
  for (int round = 0; round < 3; ++round) {
    push(round);
    sum += pull(1 - rank);
  }
  MPI_Win_free(&half);  // FINDS(free)
  MPI_Win_free(&whole);
  if (sum < 0) printf("%d\n", sum);
  return end_mpi();
}
