// One thread closes the epoch and says so by a volatile flag, without any call; the other spins on the flag and reads
// what has arrived, round by round, by the same instruction.
// flags: -pthread
#include "corpus.h"

#include <pthread.h>

enum { kRounds = 50, kCount = 8 };
static MPI_Win win;
static const int* memory;
static volatile int arrived, has_read;
static long sum;

static void* reader(void* nothing) {
  for (int i = 1; i <= kRounds; i++) {
    while (arrived < i) {
    }
    for (int k = 0; k < kCount; k++) sum += ((const volatile int*)memory)[k];
    has_read = i;
  }
  return nothing;
}

int main(void) {
  int provided, mine[kCount];
  MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  memory = make_window(&win, kCount);
  pthread_t thread;
  pthread_create(&thread, NULL, reader, NULL);
  MPI_Win_fence(0, win);
  for (int i = 1; i <= kRounds; i++) {
    for (int k = 0; k < kCount; k++) mine[k] = i;
    MPI_Put(mine, kCount, MPI_INT, 1 - rank, 0, kCount, MPI_INT, win);
    MPI_Win_fence(0, win);
    arrived = i;
    while (has_read < i) {
    }
    MPI_Win_fence(0, win);
  }
  pthread_join(thread, NULL);
  REQUIRE(sum == (long)kCount * kRounds * (kRounds + 1) / 2);
  MPI_Win_free(&win);
  return end_mpi();
}
