// Two threads of each rank put to the same location of the other rank in turns, and read what they were sent. A
// volatile word says whose turn it is; others lie in a structure and behind a pointer.
// flags: -pthread
#include "corpus.h"

#include <pthread.h>
#include <sched.h>

enum { kTurns = 40 };
static MPI_Win win;
static volatile int turn;
static struct {
  char other;
  volatile unsigned char is_done[2];
} ends;
static int value;  // of both threads, in turns
static int sum;

static void wait_for(const volatile int* word, int value) {
  while (*word != value) sched_yield();
}

static void* take_turns(void* argument) {
  const int self = *(const int*)argument;
  for (int i = self; i < kTurns; i += 2) {
    wait_for(&turn, i);
    value = i;
    MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
    MPI_Win_flush(1 - rank, win);
    value = -1;
    turn = i + 1;
  }
  if (self == 0) {
    sum = kTurns;
    MPI_Put(&sum, 1, MPI_INT, 1 - rank, 1, 1, MPI_INT, win);
    MPI_Win_flush(1 - rank, win);
  }
  ends.is_done[self] = 1;
  return NULL;
}

int main(void) {
  int provided, numbers[2] = {0, 1};
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int* memory = make_window(&win, 2);
  MPI_Win_lock_all(0, win);
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, take_turns, &numbers[i]);
  while (!ends.is_done[0] || !ends.is_done[1]) sched_yield();
  sum = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  REQUIRE(memory[0] == kTurns - 1);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
