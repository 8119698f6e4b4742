// A user-defined operation where it may be, in a reduction; compare-and-swap of every kind of type that it takes; fetches of
// single pairs and floating-point numbers, and with MPI_NO_OP and MPI_REPLACE.
// near: FP-TYPE-004 FP-TYPE-006 FP-TYPE-007 FP-TYPE-008 FP-TYPE-010
#include <stdint.h>

#include "corpus.h"

static void larger(void* in, void* inout, int* count, MPI_Datatype* type) {
  (void)type;
  for (int i = 0; i < *count; i++)
    if (((int*)in)[i] > ((int*)inout)[i]) ((int*)inout)[i] = ((int*)in)[i];
}

int main(void) {
  MPI_Win win;
  MPI_Op own;
  void* memory;
  start_mpi();
  int most = -1;
  MPI_Op_create(larger, 1, &own);
  MPI_Allreduce(&rank, &most, 1, MPI_INT, own, MPI_COMM_WORLD);
  MPI_Op_free(&own);
  REQUIRE(most == ranks - 1);

  MPI_Win_allocate(256, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 32; i++) ((int64_t*)memory)[i] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  const MPI_Datatype types[] = {MPI_SIGNED_CHAR, MPI_UNSIGNED_SHORT, MPI_INT, MPI_LONG_LONG, MPI_INT64_T, MPI_AINT,
                                MPI_BYTE, MPI_C_BOOL, MPI_LOGICAL};
  int64_t origin = 1, compare = 0, result = -1;
  MPI_Win_lock_all(0, win);
  if (rank == 0)
    for (int i = 0; i < (int)(sizeof types / sizeof *types); i++) {
      MPI_Compare_and_swap(&origin, &compare, &result, types[i], 1, 8 * i, win);
      MPI_Win_flush(1, win);
    }
  struct {
    double value;
    int where;
  } mine = {.value = 1 + rank, .where = rank}, before;
  MPI_Fetch_and_op(&mine, &before, MPI_DOUBLE_INT, 0, 128, MPI_MAXLOC, win);
  MPI_Win_flush(0, win);
  double number = 0.5, old = -1;
  MPI_Fetch_and_op(&number, &old, MPI_DOUBLE, rank, 160, MPI_REPLACE, win);
  MPI_Win_flush(rank, win);
  MPI_Fetch_and_op(NULL, &old, MPI_DOUBLE, rank, 160, MPI_NO_OP, win);
  MPI_Win_flush(rank, win);
  REQUIRE(old == 0.5);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
