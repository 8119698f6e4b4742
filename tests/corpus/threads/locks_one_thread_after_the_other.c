// Two threads lock targets of one window, the second after the first has ended.
// near: FP-EPOCH-016
// flags: -pthread
// options: --strict
#include <pthread.h>

#include "corpus.h"

static MPI_Win win;

static void* put(void* unused) {
  (void)unused;
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
  MPI_Win_unlock(1, win);
  return NULL;
}

int main(void) {
  int provided;
  pthread_t thread;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  make_window(&win, 4);
  if (rank == 0) {
    pthread_create(&thread, NULL, put, NULL);
    pthread_join(thread, NULL);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Win_unlock(0, win);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
