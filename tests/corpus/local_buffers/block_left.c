// The origin buffers are variables of blocks that end before the flush: the memory may belong to others by then.
// finds: plain FP-WINDOW-011
// finds: nested FP-WINDOW-011
// finds: got FP-WINDOW-011
// finds: passed FP-WINDOW-011
#include "corpus.h"

enum { kCount = 4 };

struct record {
  int first, others[kCount];
};

static __attribute__((noinline)) void put(const int* from, int at, MPI_Win win) {
  MPI_Put(from, kCount, MPI_INT, 1 - rank, at, kCount, MPI_INT, win);  // FINDS(passed:put)
}

static __attribute__((noinline)) void complete(MPI_Win win) {
  MPI_Win_flush_all(win);
}

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 4 * kCount);
  MPI_Win_lock_all(0, win);
  {
    int own[kCount] = {1, 2, 3, rank};
    MPI_Put(own, kCount, MPI_INT, 1 - rank, 0, kCount, MPI_INT, win);  // FINDS(plain:put)
  }  // FINDS(plain)
  MPI_Win_flush(1 - rank, win);
  if (ranks > 1) {
    struct record record = {0, {rank, 2, 3, 4}};
    if (record.first == 0) {
      MPI_Put(record.others, kCount, MPI_INT, 1 - rank, kCount, kCount, MPI_INT, win);  // FINDS(nested:put)
    }
  }  // FINDS(nested)
  complete(win);
  {
    int result[kCount];
    MPI_Get(result, kCount, MPI_INT, 1 - rank, 2 * kCount, kCount, MPI_INT, win);  // FINDS(got:get)
  }  // FINDS(got)
  MPI_Win_flush_local_all(win);
  {
    int own[kCount] = {rank, 2, 3, 4};
    put(own, 3 * kCount, win);
  }  // FINDS(passed)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
