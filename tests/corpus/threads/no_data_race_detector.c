// Two threads store to window memory without any RMA near: a thread sanitizer's business, not ours.
// flags: -pthread
#include "corpus.h"

#include <pthread.h>

static int* memory;

static void* work(void* argument) {
  memory[0] = *(int*)argument;
  return NULL;
}

int main(void) {
  MPI_Win win;
  int provided, numbers[2] = {0, 1};
  MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  memory = make_window(&win, 1);
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, &numbers[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  MPI_Win_free(&win);
  return end_mpi();
}
