// Buffers of blocks whose operations are complete when the block ends, or that only look like variables of a block.
// near: FP-WINDOW-011
#include "corpus.h"

enum { kCount = 4 };

static __attribute__((noinline)) void put(const int* from, int at, MPI_Win win) {
  MPI_Put(from, kCount, MPI_INT, 1 - rank, at, kCount, MPI_INT, win);
}

static __attribute__((noinline)) void complete(MPI_Win win) {
  MPI_Win_flush_all(win);
}

// Compilers may merge the ends of such branches.
static __attribute__((noinline)) void in_branches(int way, MPI_Win win) {
  if (way == 0) {
    int own[kCount] = {1, way, 3, 4};
    put(own, 0, win);
    MPI_Win_flush(1 - rank, win);
  } else {
    int other[kCount] = {way, 2, 3, 4};
    put(other, kCount, win);
    MPI_Win_flush(1 - rank, win);
  }
  switch (way) {
    case 0: {
      int own[kCount] = {1, 2, way, 4};
      put(own, 0, win);
      MPI_Win_flush(1 - rank, win);
      break;
    }
    default: {
      int other[kCount] = {5, 6, 7, way};
      put(other, kCount, win);
      MPI_Win_flush(1 - rank, win);
      break;
    }
  }
}

int main(void) {
  MPI_Win win;
  int outer[kCount] = {1, 2, 3, 4};
  start_mpi();
  int* const memory = make_window(&win, 4 * kCount);
  MPI_Win_lock_all(0, win);
  {
    int own[kCount] = {1, 2, 3, 4};
    put(own, 0, win);
    complete(win);
  }
  {
    const int* inner = outer;
    MPI_Put(inner, kCount, MPI_INT, 1 - rank, kCount, kCount, MPI_INT, win);
  }
  {
    static int lasting[kCount] = {5, 6, 7, 8};
    MPI_Put(lasting, kCount, MPI_INT, 1 - rank, 2 * kCount, kCount, MPI_INT, win);
  }
  for (int round = 0; round < 3; round++) {
    int own[kCount] = {round, 2, 3, 4};
    MPI_Put(own, kCount, MPI_INT, 1 - rank, 3 * kCount, kCount, MPI_INT, win);
    MPI_Win_flush(1 - rank, win);
  }
  MPI_Win_flush_all(win);
  for (int way = 0; way < 2; way++) in_branches(way, win);
  MPI_Barrier(MPI_COMM_WORLD);
  REQUIRE(memory[2 * kCount] == 5);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
