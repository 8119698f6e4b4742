// Two threads lock one target at the same time: a lock belongs to the process, so the second one is too many.
// ranks: 2
// flags: -pthread
// finds: locked FP-EPOCH-008
// finds: unlocked FP-EPOCH-009
// says: Thread 1 of rank 0 calls MPI_Win_lock
// says: fix Only one thread at a time may lock and unlock a target of the window
#include <pthread.h>

#include "corpus.h"

static MPI_Win win;

static void* put(void* value) {
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);  // FINDS(locked)
  MPI_Put(value, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
  MPI_Win_unlock(1, win);
  return NULL;
}

int main(void) {
  int provided, values[2] = {3, 4};
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  make_window(&win, 2);
  if (rank == 0) {
    pthread_t thread;
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&values[0], 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    pthread_create(&thread, NULL, put, &values[1]);
    pthread_join(thread, NULL);
    MPI_Win_unlock(1, win);  // FINDS(unlocked)
  }
  MPI_Win_free(&win);
  return end_mpi();
}
