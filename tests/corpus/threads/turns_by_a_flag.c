// Two threads of each rank put to the same location of the other rank in turns. A C11 atomic says whose turn it is; a
// thread takes an exclusive lock in its turn and releases it in a later one.
// flags: -pthread
#include "corpus.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { kTurns = 6 };
static MPI_Win win;
static atomic_int turn;

static void* take_turns(void* argument) {
  const int self = *(const int*)argument;
  for (int i = self; i < kTurns; i += 2) {
    while (atomic_load_explicit(&turn, memory_order_acquire) != i) sched_yield();
    if (i % 3 == 0) MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1 - rank, 0, win);
    MPI_Put(&i, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
    MPI_Win_flush(1 - rank, win);
    if (i % 3 == 2) MPI_Win_unlock(1 - rank, win);
    atomic_store_explicit(&turn, i + 1, memory_order_release);
  }
  return NULL;
}

int main(void) {
  int provided, numbers[2] = {0, 1};
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int* memory = make_window(&win, 1);
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, take_turns, &numbers[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
  REQUIRE(memory[0] == kTurns - 1);
  MPI_Win_unlock(rank, win);
  MPI_Win_free(&win);
  return end_mpi();
}
