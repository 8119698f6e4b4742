// Two threads that call MPI under a mutex, which is what MPI_THREAD_SERIALIZED asks for; main waits at a condition.
// near: FP-USE-007
// flags: -pthread
#include <pthread.h>
#include <stddef.h>

#include "corpus.h"

static MPI_Win win;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ended = PTHREAD_COND_INITIALIZER;
static int running = 2;

static void* put(void* place) {
  const int at = *(const int*)place;
  for (int i = 0; i < 8; ++i) {
    pthread_mutex_lock(&turn);
    MPI_Put(place, 1, MPI_INT, 1 - rank, at, 1, MPI_INT, win);
    MPI_Win_flush(1 - rank, win);
    pthread_mutex_unlock(&turn);
  }
  pthread_mutex_lock(&turn);
  if (--running == 0) pthread_cond_signal(&ended);
  pthread_mutex_unlock(&turn);
  return NULL;
}

int main(int argc, char** argv) {
  int level;
  int places[2] = {0, 1};
  pthread_t threads[2];
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int* memory = make_window(&win, 2);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, put, &places[i]);
  pthread_mutex_lock(&turn);
  while (running > 0) pthread_cond_wait(&ended, &turn);
  pthread_mutex_unlock(&turn);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  REQUIRE(memory[0] == 0 && memory[1] == 1);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
