// Each of some thousand elements is handed over behind a mutex of its own: what one mutex hands over is no news to whoever
// has taken another one, and yet has to be taken.
// ranks: 1
// near: FP-RACE-005
// flags: -pthread
#include <pthread.h>
#include <unistd.h>

#include "corpus.h"

enum { COUNT = 3000 };

static pthread_mutex_t mutexes[COUNT];
static int fetched[COUNT], done[COUNT];
static MPI_Win win;

static void* fetch(void* unused) {
  (void)unused;
  for (int i = 0; i < COUNT; ++i) {
    pthread_mutex_lock(&mutexes[i]);
    MPI_Get(&fetched[i], 1, MPI_INT, 0, i, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    done[i] = 1;
    pthread_mutex_unlock(&mutexes[i]);
  }
  return NULL;
}

int main(void) {
  int provided = 0;
  int* memory;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  REQUIRE(provided == MPI_THREAD_MULTIPLE);
  MPI_Win_allocate(COUNT * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < COUNT; ++i) {
    memory[i] = i + 1;
    fetched[i] = i + 1;
    pthread_mutex_init(&mutexes[i], NULL);
  }
  MPI_Win_lock_all(0, win);
  pthread_t thread;
  pthread_create(&thread, NULL, fetch, NULL);
  usleep(300000);
  long sum = 0;
  for (int i = 0; i < COUNT; ++i) {
    pthread_mutex_lock(&mutexes[i]);
    if (done[i]) sum += fetched[i] - (i + 1);
    pthread_mutex_unlock(&mutexes[i]);
  }
  pthread_join(thread, NULL);
  REQUIRE(sum == 0);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
