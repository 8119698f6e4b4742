// A thread gets into a buffer and completes that. The main thread frees the buffer without waiting for it.
// flags: -pthread
// finds: free FP-WINDOW-011
// says: and nothing orders that after MPI_Win_flush at buffer_freed_beside_thread.c
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "../corpus.h"

static MPI_Win win;

static void* work(void* buffer) {
  MPI_Get(buffer, 4, MPI_INT, 1 - rank, 0, 4, MPI_INT, win);  // FINDS(free)
  MPI_Win_flush(1 - rank, win);
  return NULL;
}

int main(void) {
  int provided;
  pthread_t thread;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  make_window(&win, 4);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  int* buffer = malloc(4 * sizeof *buffer);
  pthread_create(&thread, NULL, work, buffer);
  usleep(50000);
  free(buffer);  // FINDS(free)
  pthread_join(thread, NULL);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
