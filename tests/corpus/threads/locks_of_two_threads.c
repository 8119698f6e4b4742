// Two threads lock one target, one after the other only by luck: nothing reliable orders the calls.
// flags: -pthread
// options: --strict
// finds: epochs FP-EPOCH-016
#include <pthread.h>
#include <stdatomic.h>

#include "corpus.h"

static MPI_Win win;
static atomic_int done;  // relaxed: orders nothing

static void* put(void* unused) {
  (void)unused;
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);  // FINDS(epochs|thread)
  MPI_Win_unlock(1, win);  // FINDS(epochs|thread)
  atomic_store_explicit(&done, 1, memory_order_relaxed);
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
    while (!atomic_load_explicit(&done, memory_order_relaxed)) continue;
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);  // FINDS(epochs|main)
    MPI_Win_unlock(1, win);  // FINDS(epochs|main)
    pthread_join(thread, NULL);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
