// The queue lock of Mellor-Crummey and Scott: a tail at rank 0, and each process waits for a flag in its own window.
// ranks: 3
#include "corpus.h"

enum { NEXT, WAITING, TAIL, COUNTER };

static int fetch(MPI_Win win, int target, int at) {
  int value;
  MPI_Fetch_and_op(NULL, &value, MPI_INT, target, at, MPI_NO_OP, win);
  MPI_Win_flush(target, win);
  return value;
}

static int replace(MPI_Win win, int target, int at, int value) {
  int old;
  MPI_Fetch_and_op(&value, &old, MPI_INT, target, at, MPI_REPLACE, win);
  MPI_Win_flush(target, win);
  return old;
}

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 4);  // processes are numbered from 1 in it, 0 is nobody
  const int me = rank + 1, nobody = 0;
  int counter;
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 3; i++) {
    replace(win, rank, NEXT, 0);
    replace(win, rank, WAITING, 1);
    int before = replace(win, 0, TAIL, me);
    if (before) {
      replace(win, before - 1, NEXT, me);
      while (fetch(win, rank, WAITING)) continue;
    }

    MPI_Get(&counter, 1, MPI_INT, 0, COUNTER, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    counter++;
    MPI_Put(&counter, 1, MPI_INT, 0, COUNTER, 1, MPI_INT, win);
    MPI_Win_flush(0, win);

    int next = fetch(win, rank, NEXT), tail;
    if (!next) {
      MPI_Compare_and_swap(&nobody, &me, &tail, MPI_INT, 0, TAIL, win);
      MPI_Win_flush(0, win);
      if (tail == me) continue;
      while (!next) next = fetch(win, rank, NEXT);
    }
    replace(win, next - 1, WAITING, 0);
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Get(&counter, 1, MPI_INT, 0, COUNTER, 1, MPI_INT, win);
  MPI_Win_unlock(0, win);
  REQUIRE(counter == 3 * ranks);
  MPI_Win_free(&win);
  return end_mpi();
}
