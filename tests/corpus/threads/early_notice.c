// The thread that puts tells the other one before it has flushed: the flush is there, and only comes too late.
// ranks: 2
// flags: -pthread
// finds: race FP-RACE-004
// says: fix Thread 0 has to wait for thread 1 between MPI_Win_flush_local at early_notice.c:30 and the store of rank
#include <pthread.h>
#include <unistd.h>

#include "corpus.h"

static MPI_Win win;
static int value[4];
static int told, changed;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t news = PTHREAD_COND_INITIALIZER;

// Makes sure that it goes wrong. (Relaxed atomics order nothing.)
static void changed_before_the_flush(int reached, int awaited) {
  __atomic_store_n(&changed, reached, __ATOMIC_RELAXED);
  while (__atomic_load_n(&changed, __ATOMIC_RELAXED) < awaited) usleep(1000);
}

static void* put(void* nothing) {
  pthread_mutex_lock(&mutex);
  told = 1;
  pthread_cond_signal(&news);
  pthread_mutex_unlock(&mutex);
  MPI_Put(value, 4, MPI_INT, 1 - rank, 0, 4, MPI_INT, win);  // FINDS(race:put)
  changed_before_the_flush(1, 2);
  MPI_Win_flush_local(1 - rank, win);
  return nothing;
}

int main(void) {
  int provided;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  make_window(&win, 4);
  MPI_Win_lock_all(0, win);
  pthread_t thread;
  pthread_create(&thread, NULL, put, NULL);
  pthread_mutex_lock(&mutex);
  while (!told) pthread_cond_wait(&news, &mutex);
  pthread_mutex_unlock(&mutex);
  while (__atomic_load_n(&changed, __ATOMIC_RELAXED) < 1) usleep(1000);
  value[1] = 7;  // FINDS(race:store)
  changed_before_the_flush(2, 2);
  pthread_join(thread, NULL);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
