// The volatile flag is set before the operation is complete.
// flags: -pthread
// finds: race FP-RACE-004
// says: volatile variable that thread 0 of rank
#include "corpus.h"

#include <pthread.h>
#include <sched.h>

static volatile int is_sent;
static int value = 7;

static void* reuse(void* nothing) {
  while (!is_sent) sched_yield();
  value = 8;  // FINDS(race:store)
  return nothing;
}

int main(void) {
  int provided;
  MPI_Win win;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  make_window(&win, 1);
  pthread_t thread;
  pthread_create(&thread, NULL, reuse, NULL);
  MPI_Win_lock_all(0, win);
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);  // FINDS(race:put)
  is_sent = 1;
  MPI_Win_flush(1 - rank, win);
  pthread_join(thread, NULL);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
