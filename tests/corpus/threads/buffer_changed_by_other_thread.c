// The main thread's put is pending while another thread changes its origin buffer.
// flags: -pthread
// finds: race FP-RACE-004
#include "corpus.h"

#include <pthread.h>

static int value = 7;

static void* work(void* argument) {
  (void)argument;
  value = 8;  // FINDS(race:store)
  return NULL;
}

int main(void) {
  MPI_Win win;
  int provided;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  make_window(&win, 1);
  pthread_t thread;
  MPI_Win_lock_all(0, win);
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);  // FINDS(race:put)
  pthread_create(&thread, NULL, work, NULL);
  MPI_Win_flush(1 - rank, win);
  pthread_join(thread, NULL);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
