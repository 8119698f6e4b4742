// A thousand threads that live only for a moment each put something into the window; each is ordered behind the one before,
// but for the last two.
// flags: -pthread
// finds: race FP-RACE
#include "corpus.h"

#include <pthread.h>

enum { THREADS = 1000 };
static MPI_Win win;
static int* memory;
static int values[THREADS];

static void* put(void* number) {
  int* value = number;
  *value = 5;
  MPI_Put(value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_flush(1 - rank, win);
  return NULL;
}
static void* put_twice(void* number) {
  MPI_Put(number, 1, MPI_INT, 1 - rank, 1, 1, MPI_INT, win);  // FINDS(race:put)
  MPI_Win_flush(1 - rank, win);
  return NULL;
}

int main(void) {
  int provided;
  pthread_t one, other;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  memory = make_window(&win, 16);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < THREADS; i++) {
    pthread_create(&one, NULL, put, &values[i]);
    pthread_join(one, NULL);
  }
  if (rank == 0) {
    pthread_create(&one, NULL, put_twice, &values[0]);
    pthread_create(&other, NULL, put_twice, &values[1]);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  REQUIRE(memory[0] == 5);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
