// Rank 1 reports to rank 0 by an atomic operation, and rank 0 lets rank 2 go on by a put: that word races, and so do the
// data, which neither comes from rank 0 nor is read by it.
// ranks: 3
// finds: flag FP-RACE-006
// finds: data FP-RACE-001
// says: 1 finding
#include "corpus.h"

enum { DATA, FLAG, REPORTS };

static MPI_Win win;

static int look(int target, int word) {
  int value;
  MPI_Fetch_and_op(NULL, &value, MPI_INT, target, word, MPI_NO_OP, win);  // FINDS(flag:fetch_and_op)
  MPI_Win_flush(target, win);
  return value;
}

int main(void) {
  const int value = 7, one = 1;
  start_mpi();
  make_window(&win, 3);
  MPI_Win_lock_all(0, win);
  if (rank == 1) {
    MPI_Put(&value, 1, MPI_INT, 1, DATA, 1, MPI_INT, win);  // FINDS(data:put)
    MPI_Win_flush(1, win);
    MPI_Accumulate(&one, 1, MPI_INT, 0, REPORTS, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_flush(0, win);
  } else if (rank == 0) {
    while (look(0, REPORTS) == 0) continue;
    MPI_Put(&one, 1, MPI_INT, 2, FLAG, 1, MPI_INT, win);  // FINDS(flag:put)
    MPI_Win_flush(2, win);
  } else {
    int seen;
    while (look(2, FLAG) == 0) continue;
    MPI_Get(&seen, 1, MPI_INT, 1, DATA, 1, MPI_INT, win);  // FINDS(data:get)
    MPI_Win_flush(1, win);
    printf("%d\n", seen);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
