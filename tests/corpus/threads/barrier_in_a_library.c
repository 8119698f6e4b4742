// Loads and stores of the program are seen, the atomics of a library in which its two threads meet are not: one thread
// makes all the calls, the other one only uses the window, between two barriers. That is right. What the ranks do to
// each other is found: a rank stores where another one puts.
// flags: -pthread
// library: spin_barrier.c
// finds: race FP-RACE-002
// says: calls of different threads of a rank are taken as ordered
#include "corpus.h"

#include <pthread.h>

void spin_barrier(int threads);

enum { kRounds = 4 };
static int* memory;

static void* use(void* argument) {
  (void)argument;
  for (int round = 1; round <= kRounds; round++) {
    spin_barrier(2);
    REQUIRE(memory[0] == round);
    memory[1] = round;
    spin_barrier(2);
  }
  return NULL;
}

int main(void) {
  int provided;
  MPI_Win win;
  pthread_t thread;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  memory = make_window(&win, 4);
  MPI_Win_fence(0, win);
  pthread_create(&thread, NULL, use, NULL);
  for (int round = 1; round <= kRounds; round++) {
    int got = 0;
    MPI_Put(&round, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    spin_barrier(2);
    spin_barrier(2);
    MPI_Win_fence(0, win);
    MPI_Get(&got, 1, MPI_INT, 1 - rank, 1, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    REQUIRE(got == round);
  }
  if (rank == 0) MPI_Put(&rank, 1, MPI_INT, 1, 2, 1, MPI_INT, win);  // FINDS(race:put)
  if (rank == 1) memory[2] = 7;                                      // FINDS(race:store)
  MPI_Win_fence(0, win);
  pthread_join(thread, NULL);
  MPI_Win_free(&win);
  return end_mpi();
}
