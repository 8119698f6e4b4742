// MPI_THREAD_MULTIPLE: each thread has a window and an epoch of its own.
// flags: -pthread
#include "corpus.h"

#include <pthread.h>

static MPI_Win windows[2];

static void* work(void* argument) {
  int which = *(int*)argument, value = 7 + which, got = 0;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1 - rank, 0, windows[which]);
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, windows[which]);
  MPI_Win_flush(1 - rank, windows[which]);
  MPI_Get(&got, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, windows[which]);
  MPI_Win_unlock(1 - rank, windows[which]);
  REQUIRE(got == value);
  return NULL;
}

int main(void) {
  int provided, numbers[2] = {0, 1};
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (provided < MPI_THREAD_MULTIPLE) return end_mpi();
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) make_window(&windows[i], 1);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, &numbers[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 2; i++) MPI_Win_free(&windows[i]);
  return end_mpi();
}
