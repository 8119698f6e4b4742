// What lies between and behind the two parts of a pair is not part of it: nobody reads or writes it for an operation on
// the pair, so the owner may.
// ranks: 3
// near: FP-RACE-002
#include "corpus.h"

typedef struct {
  double value;
  int index;
  int behind;
} Far;
typedef struct {
  short value;
  short between;
  int index;
} Near;
typedef struct {
  Far far;
  Near near[2];
} Both;

int main(void) {
  MPI_Win win;
  Both* memory;
  start_mpi();
  MPI_Win_allocate(sizeof(Both), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  *memory = (Both){{100, -1, 0}, {{100, 0, -1}, {100, 0, -1}}};
  MPI_Win_fence(0, win);
  Far far = {rank, rank, 7};
  Near near[2] = {{(short)rank, 7, rank}, {(short)rank, 7, rank}};
  Near put[2] = {{3, 7, 3}, {4, 7, 4}};
  Near got[2] = {{0, 5, 0}, {0, 6, 0}};
  const MPI_Aint at = sizeof(Far);
  if (rank != 0) {
    MPI_Accumulate(&far, 1, MPI_DOUBLE_INT, 0, 0, 1, MPI_DOUBLE_INT, MPI_MINLOC, win);
    MPI_Accumulate(near, 2, MPI_SHORT_INT, 0, at, 2, MPI_SHORT_INT, MPI_MINLOC, win);
  } else {
    memory->far.behind = 1;
    memory->near[0].between = 2;
    memory->near[1].between = 3;
  }
  MPI_Win_fence(0, win);
  if (rank == 0) {
    REQUIRE(memory->far.value == 1 && memory->far.index == 1 && memory->far.behind == 1);
    REQUIRE(memory->near[0].value == 1 && memory->near[0].index == 1 && memory->near[0].between == 2);
    REQUIRE(memory->near[1].value == 1 && memory->near[1].index == 1 && memory->near[1].between == 3);
  }
  MPI_Win_fence(0, win);
  if (rank == 1) {
    MPI_Put(put, 2, MPI_SHORT_INT, 0, at, 2, MPI_SHORT_INT, win);
  } else if (rank == 0) {
    memory->near[0].between = memory->near[1].between;
  }
  MPI_Win_fence(0, win);
  if (rank == 2) {
    MPI_Get(got, 2, MPI_SHORT_INT, 0, at, 2, MPI_SHORT_INT, win);
    got[0].between++;
  }
  MPI_Win_fence(0, win);
  if (rank == 2) {
    REQUIRE(got[0].value == 3 && got[0].between == 6 && got[0].index == 3);
    REQUIRE(got[1].value == 4 && got[1].between == 6 && got[1].index == 4);
    Near old[2] = {{0, 8, 0}, {0, 9, 0}};
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Get_accumulate(near, 2, MPI_SHORT_INT, old, 2, MPI_SHORT_INT, 0, at, 2, MPI_SHORT_INT, MPI_REPLACE, win);
    old[1].between++;
    MPI_Win_unlock(0, win);
    REQUIRE(old[0].value == 3 && old[0].between == 8 && old[1].index == 4 && old[1].between == 10);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) REQUIRE(memory->near[1].value == 2 && memory->near[1].index == 2 && memory->near[1].between == 3);
  MPI_Win_free(&win);
  return end_mpi();
}
