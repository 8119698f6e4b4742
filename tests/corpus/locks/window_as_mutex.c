// The exclusive lock of one window serves as a mutex for operations on another one: a fetch under it makes sure that it
// is granted (MPI_Win_lock need not wait for that), and the operations are complete before the unlock.
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win win, mutex;
  start_mpi();
  make_window(&win, 1);
  make_window(&mutex, 1);
  int counter, ignored;
  MPI_Win_lock_all(0, win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, mutex);
  MPI_Fetch_and_op(NULL, &ignored, MPI_INT, 0, 0, MPI_NO_OP, mutex);
  MPI_Win_flush(0, mutex);
  MPI_Get(&counter, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_flush(1, win);
  counter++;
  MPI_Put(&counter, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_flush(1, win);
  MPI_Win_unlock(0, mutex);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Get(&counter, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_flush(1, win);
  REQUIRE(counter == ranks);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Win_free(&mutex);
  return end_mpi();
}
