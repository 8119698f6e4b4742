// MPI_THREAD_MULTIPLE: two threads of one process put to the same location without order.
// flags: -pthread
// finds: race FP-RACE
// says: are not synchronized between the two accesses
#include "corpus.h"

#include <pthread.h>

static MPI_Win win;

static void* work(void* argument) {
  MPI_Put(argument, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
  MPI_Win_flush(1, win);
  return NULL;
}

int main(void) {
  int provided, numbers[2] = {0, 1};
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, &numbers[i]);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
