// Threads are cancelled while they store to the window: the first store of a thread begins its trace, which takes calls
// at which threads are cancelled.
// flags: -pthread
// ranks: 1
#include "corpus.h"

#include <pthread.h>
#include <unistd.h>

static volatile int* memory;

static void* work(void* number) {
  for (;;) {
    memory[(long)number]++;
    usleep(10);
  }
  return NULL;
}

int main(int argc, char** argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  int* own;
  MPI_Win win;
  MPI_Win_allocate(100 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &own, &win);
  memory = own;
  for (long i = 0; i < 100; ++i) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, (void*)i);
    usleep((unsigned)i * 10);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
