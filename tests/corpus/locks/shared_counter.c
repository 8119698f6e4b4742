// The same under a shared lock, which excludes nobody.
// ranks: 3
// finds: get-put FP-RACE-001
// finds: put-put FP-RACE-001
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 1);
  int counter;
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Get(&counter, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(get-put:get)
  MPI_Win_flush(0, win);
  counter++;
  MPI_Put(&counter, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(get-put:put, put-put:put)
  MPI_Win_unlock(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
