// Threads that know nothing of each other resize the buffers of their operations: what realloc gives back as it moves a
// block, another thread may get before realloc returns. (This depends on chance: if Fencepost did nothing, some runs
// would fail.)
// flags: -pthread
#include <malloc.h>
#include <pthread.h>

#include "corpus.h"

enum { kThreads = 4, kRounds = 150, kResizes = 4, kCount = 8 };
static MPI_Win win;

static void* work(void* argument) {
  const int thread = *(const int*)argument;
  unsigned seed = (unsigned)(thread * 7 + rank);
  for (int round = 0; round < kRounds; round++) {
    int* buffer = malloc((kCount + (size_t)rand_r(&seed) % 300) * sizeof(int));
    for (int resize = 0; resize < kResizes; resize++) {
      for (int i = 0; i < kCount; i++) buffer[i] = round + i;
      MPI_Put(buffer, kCount, MPI_INT, 1 - rank, thread * 16, kCount, MPI_INT, win);
      MPI_Win_flush(1 - rank, win);
      MPI_Get(buffer, kCount, MPI_INT, 1 - rank, thread * 16, kCount, MPI_INT, win);
      MPI_Win_flush(1 - rank, win);
      REQUIRE(buffer[0] == round);
      buffer = realloc(buffer, (kCount + (size_t)rand_r(&seed) % 900) * sizeof(int));
    }
    free(buffer);
  }
  return NULL;
}

int main(void) {
  int provided;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  mallopt(M_ARENA_MAX, 1);  // all threads get the same memory
  make_window(&win, kThreads * 16);
  MPI_Win_lock_all(0, win);
  static int numbers[kThreads];
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; i++) {
    numbers[i] = i;
    pthread_create(&threads[i], NULL, work, &numbers[i]);
  }
  for (int i = 0; i < kThreads; i++) pthread_join(threads[i], NULL);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
