// A thread swaps a word and completes that. The main thread frees what the swap compares with without waiting for it.
// flags: -pthread
// finds: free FP-WINDOW-011
// says: The compare buffer of MPI_Compare_and_swap
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "../corpus.h"

static MPI_Win win;

static void* work(void* expected) {
  int one = 1, old = 0;
  MPI_Compare_and_swap(&one, expected, &old, MPI_INT, 0, 0, win);  // FINDS(free)
  MPI_Win_flush(0, win);
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
  int* expected = calloc(1, sizeof *expected);
  pthread_create(&thread, NULL, work, expected);
  usleep(50000);
  free(expected);  // FINDS(free)
  pthread_join(thread, NULL);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
