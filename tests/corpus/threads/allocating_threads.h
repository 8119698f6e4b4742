// Threads that get memory, put from it, and give it back, each on its own part of the window.
#include "corpus.h"

#include <pthread.h>
#include <stdlib.h>

enum { kThreads = 3, kRounds = 20, kValues = 16 };
static MPI_Win win;

static void* work(void* argument) {
  const int thread = *(const int*)argument;
  free(argument);
  for (int round = 1; round <= kRounds; round++) {
    int* values = malloc(kValues * sizeof *values);
    for (int i = 0; i < kValues; i++) values[i] = round * 100 + i;
    MPI_Put(values, kValues, MPI_INT, 1 - rank, thread * kValues, kValues, MPI_INT, win);
    MPI_Win_flush(1 - rank, win);
    free(values);
  }
  return NULL;
}

int main(void) {
  int provided;
  pthread_t threads[kThreads];
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int* memory = make_window(&win, kThreads * kValues);
  MPI_Win_lock_all(0, win);
  for (int t = 0; t < kThreads; t++) {
    int* number = malloc(sizeof *number);
    *number = t;
    pthread_create(&threads[t], NULL, work, number);
  }
  for (int t = 0; t < kThreads; t++) pthread_join(threads[t], NULL);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  for (int i = 0; i < kThreads * kValues; i++) REQUIRE(memory[i] == kRounds * 100 + i % kValues);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
