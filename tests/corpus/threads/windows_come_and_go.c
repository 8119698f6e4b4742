// Threads make and free windows at the same time, each on a communicator of its own: the MPI library gives the handle
// that one thread frees to the next window of another one, before the first has returned from MPI_Win_free.
// ranks: 2
// flags: -pthread
#include <pthread.h>

#include "../corpus.h"

enum { kThreads = 4, kRounds = 200, kBytes = 400000 };
static MPI_Comm own[kThreads];
static int* memory[kThreads];

static void* run(void* argument) {
  const int thread = (int)(long)argument;
  const int other = 1 - rank;
  for (int round = 0; round < kRounds; round++) {
    MPI_Win win;
    MPI_Win_create(memory[thread], kBytes, sizeof(int), MPI_INFO_NULL, own[thread], &win);
    *memory[thread] = -1;
    MPI_Barrier(own[thread]);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, other, 0, win);
    MPI_Put(&round, 1, MPI_INT, other, 0, 1, MPI_INT, win);
    MPI_Win_unlock(other, win);
    MPI_Barrier(own[thread]);
    REQUIRE(*memory[thread] == round);
    MPI_Win_free(&win);
  }
  return NULL;
}

int main(void) {
  int provided;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; i++) {
    MPI_Comm_dup(MPI_COMM_WORLD, &own[i]);
    memory[i] = malloc(kBytes);
  }
  for (long i = 0; i < kThreads; i++) pthread_create(&threads[i], NULL, run, (void*)i);
  for (int i = 0; i < kThreads; i++) {
    pthread_join(threads[i], NULL);
    MPI_Comm_free(&own[i]);
    free(memory[i]);
  }
  return end_mpi();
}
