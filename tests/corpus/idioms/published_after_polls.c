// A rank polls its own part under its own lock for long, and then publishes there what it has done before, by stores that
// need not be seen. The lock that orders them is one of many like it.
// (That the flag is seen is the order. Fencepost takes it for that of the locks, and says so in a note; it is no race.)
// ranks: 3
// finds: order FP-RACE-010
// near: FP-RACE-001
// exit: 0
#include "corpus.h"

enum { kNothing, kFlag, kRounds = 5000 };

static int look(int target, int place, MPI_Win win) {
  int value = -1;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
  MPI_Get(&value, 1, MPI_INT, target, place, 1, MPI_INT, win);
  MPI_Win_unlock(target, win);
  return value;
}

static void put(int value, MPI_Win data) {
  MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, data);
  MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, data);  // FINDS(order)
  MPI_Win_unlock(2, data);
}

int main(void) {
  MPI_Win flags, data;
  start_mpi();
  int* const flag = make_window(&flags, 2);
  int* const sum = make_window(&data, 1);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    put(1, data);
    for (int i = 0; i < kRounds; ++i) REQUIRE(look(0, kNothing, flags) == 0);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, flags);
    flag[kFlag] = 1;
    MPI_Win_unlock(0, flags);
    for (int i = 0; i < kRounds; ++i) REQUIRE(look(0, kNothing, flags) == 0);
  }
  if (rank == 1) {
    while (look(0, kFlag, flags) == 0) {
    }
    put(2, data);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 2) {
    MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, data);
    REQUIRE(sum[0] == 2);
    MPI_Win_unlock(2, data);
  }
  MPI_Win_free(&data);
  MPI_Win_free(&flags);
  return end_mpi();
}
