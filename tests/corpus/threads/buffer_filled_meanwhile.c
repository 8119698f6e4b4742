// A thread fills a buffer, and the main thread puts the buffer without waiting for that.
// flags: -pthread
// finds: race FP-RACE-004
// says: and thread 1 has to wait for that, by a join, a condition variable or a barrier of the threads
#include "corpus.h"

#include <pthread.h>
#include <unistd.h>

static int value = 7;
static pthread_barrier_t handed_over;

static void* work(void* argument) {
  (void)argument;
  pthread_barrier_wait(&handed_over);
  usleep(100000);
  value = 8;  // FINDS(race:store)
  return NULL;
}

int main(void) {
  MPI_Win win;
  int provided;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  make_window(&win, 1);
  pthread_barrier_init(&handed_over, NULL, 2);
  pthread_t thread;
  MPI_Win_lock_all(0, win);
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_flush(1 - rank, win);
  pthread_create(&thread, NULL, work, NULL);
  pthread_barrier_wait(&handed_over);
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);  // FINDS(race:put)
  pthread_join(thread, NULL);
  MPI_Win_flush(1 - rank, win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
