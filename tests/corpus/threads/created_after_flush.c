// The thread that changes the buffer is created after the flush.
// flags: -pthread
#include "corpus.h"

#include <pthread.h>

static int value = 7;

static void* work(void* argument) {
  (void)argument;
  value = 8;
  return NULL;
}

int main(void) {
  MPI_Win win;
  int provided;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int* memory = make_window(&win, 1);
  pthread_t thread;
  MPI_Win_lock_all(0, win);
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_flush(1 - rank, win);
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  REQUIRE(memory[0] == 7 && value == 8);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
