// The main thread issues gets with requests; a thread completes those that are done, some at a time, and says so.
// flags: -pthread
// near: FP-RACE-005
#include "corpus.h"

#include <pthread.h>

enum { JOBS = 6, N = 8 };

static MPI_Request requests[JOBS];
static int buffers[JOBS][N], done[JOBS], issued;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void* complete(void* unused) {
  MPI_Request open[JOBS];
  int finished = 0, taken = 0, which[JOBS], count;
  while (finished < JOBS) {
    pthread_mutex_lock(&mutex);
    while (taken == issued && taken == finished) pthread_cond_wait(&changed, &mutex);
    for (; taken < issued; taken++) open[taken] = requests[taken];
    pthread_mutex_unlock(&mutex);
    MPI_Waitsome(taken, open, &count, which, MPI_STATUSES_IGNORE);
    pthread_mutex_lock(&mutex);
    for (int i = 0; i < count; i++) done[which[i]] = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    finished += count;
  }
  return unused;
}

int main(void) {
  MPI_Win win;
  int provided;
  pthread_t thread;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int* memory = make_window(&win, JOBS * N);
  for (int i = 0; i < JOBS * N; i++) memory[i] = i;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  pthread_create(&thread, NULL, complete, NULL);
  for (int job = 0; job < JOBS; job++) {
    MPI_Request request;
    MPI_Rget(buffers[job], N, MPI_INT, 1 - rank, job * N, N, MPI_INT, win, &request);
    pthread_mutex_lock(&mutex);
    requests[job] = request;
    issued++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
  }
  for (int job = 0; job < JOBS; job++) {
    pthread_mutex_lock(&mutex);
    while (!done[job]) pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    REQUIRE(buffers[job][N - 1] == job * N + N - 1);
    buffers[job][0] = 0;
  }
  pthread_join(thread, NULL);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
