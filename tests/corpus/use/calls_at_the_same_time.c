// The process asks for MPI_THREAD_SERIALIZED, and two threads put with nothing between them.
// finds: put FP-USE-007
// flags: -pthread
#include <pthread.h>
#include <stddef.h>

#include "corpus.h"

static MPI_Win win;

static void* put(void* place) {
  const int at = *(const int*)place;
  MPI_Put(place, 1, MPI_INT, 1 - rank, at, 1, MPI_INT, win);  // FINDS(put)
  return NULL;
}

int main(int argc, char** argv) {
  int level;
  int places[2] = {0, 1};
  pthread_t threads[2];
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  make_window(&win, 2);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, put, &places[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
