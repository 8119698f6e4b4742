// A flag goes from rank to rank by puts, and each waits for its own by atomic reads. So the data of the first rank, which
// the last one reads, have no order: because of the flag, over a rank between them.
// ranks: 3
// finds: flag FP-RACE-006
// finds: data FP-RACE-001
// says: 1 finding
#include "corpus.h"

enum { DATA, FLAG };

int main(void) {
  MPI_Win win;
  const int value = 7, one = 1;
  int flag = 0;
  start_mpi();
  make_window(&win, 2);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 0, DATA, 1, MPI_INT, win);  // FINDS(data:put)
    MPI_Win_flush(0, win);
  }
  while (rank > 0 && flag == 0) {
    MPI_Fetch_and_op(NULL, &flag, MPI_INT, rank, FLAG, MPI_NO_OP, win);  // FINDS(flag:fetch_and_op)
    MPI_Win_flush(rank, win);
  }
  if (rank == 2) {
    int seen;
    MPI_Get(&seen, 1, MPI_INT, 0, DATA, 1, MPI_INT, win);  // FINDS(data:get)
    MPI_Win_flush(0, win);
    printf("%d\n", seen);
  } else {
    MPI_Put(&one, 1, MPI_INT, rank + 1, FLAG, 1, MPI_INT, win);  // FINDS(flag:put)
    MPI_Win_flush(rank + 1, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
