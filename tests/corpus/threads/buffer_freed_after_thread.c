// Threads get into buffers and complete that. The main thread waits for each and frees its buffer; the next one may get
// the same memory.
// flags: -pthread
// near: FP-WINDOW-011
#include <pthread.h>
#include <stdlib.h>

#include "../corpus.h"

static MPI_Win win;

static void* work(void* buffer) {
  MPI_Get(buffer, 4, MPI_INT, 1 - rank, 0, 4, MPI_INT, win);
  MPI_Win_flush(1 - rank, win);
  return NULL;
}

int main(void) {
  int provided;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  make_window(&win, 4);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  for (int round = 0; round < 5; round++) {
    pthread_t thread;
    int* buffer = malloc(4 * sizeof *buffer);
    pthread_create(&thread, NULL, work, buffer);
    pthread_join(thread, NULL);
    free(buffer);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
