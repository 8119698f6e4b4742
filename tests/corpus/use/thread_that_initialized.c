// A thread of its own initializes MPI and makes all calls; the thread of main, and one that was made before, make none.
// near: FP-USE-007
// flags: -pthread
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

#include "corpus.h"

static void* sleeps(void* unused) {
  usleep(10000);
  return unused;
}

static void* communicates(void* unused) {
  int level;
  MPI_Win win;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int* memory = make_window(&win, 1);
  MPI_Win_fence(0, win);
  MPI_Put(&rank, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  REQUIRE(memory[0] == 1 - rank);
  MPI_Win_free(&win);
  end_mpi();
  return unused;
}

int main(void) {
  pthread_t before, thread;
  pthread_create(&before, NULL, sleeps, NULL);
  pthread_create(&thread, NULL, communicates, NULL);
  pthread_join(thread, NULL);
  pthread_join(before, NULL);
  return 0;
}
