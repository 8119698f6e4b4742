// The flush behind the get is on another window. It has also been called for another target, in a round before.
// finds: race FP-RACE-005
// says: MPI_Win_flush at flush_of_other_window_and_target.c:18 completes operations on
#include "corpus.h"

static int fetched[4];

int main(void) {
  MPI_Win data, flags;
  int sum = 0;
  start_mpi();
  make_window(&data, 4);
  make_window(&flags, 4);
  MPI_Win_lock_all(0, data);
  MPI_Win_lock_all(0, flags);
  for (int peer = 0; peer < ranks; peer++) {
    MPI_Get(fetched, 4, MPI_INT, peer, 0, 4, MPI_INT, data);  // FINDS(race:get)
    MPI_Win_flush(peer, flags);
    if (peer == ranks - 1) sum += fetched[0];  // FINDS(race:load)
    MPI_Win_flush_all(data);
  }
  MPI_Win_unlock_all(flags);
  MPI_Win_unlock_all(data);
  if (sum != 0) printf("%d\n", sum);
  MPI_Win_free(&flags);
  MPI_Win_free(&data);
  return end_mpi();
}
