// Threads that know nothing of each other come to the same memory one after the other: on the heap, by the allocator, and
// on the stack that the C library gives to the next thread. Each has it for itself.
// flags: -pthread
#include "corpus.h"

#include <malloc.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

enum { kThreads = 4, kCount = 1000 };
static MPI_Win win;
static sem_t done;

static void* on_the_heap(void* argument) {
  usleep(100000 * (useconds_t)(size_t)argument);
  int* got = malloc(kCount * sizeof(int));
  MPI_Get(got, kCount, MPI_INT, 1 - rank, 0, kCount, MPI_INT, win);
  MPI_Win_flush(1 - rank, win);
  got[0]++;
  free(got);
  return NULL;
}

static void* on_the_stack(void* argument) {
  int got[16];
  (void)argument;
  MPI_Get(got, 16, MPI_INT, 1 - rank, 0, 16, MPI_INT, win);
  MPI_Win_flush(1 - rank, win);
  got[0]++;
  sem_post(&done);
  return NULL;
}

int main(void) {
  int provided;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  mallopt(M_ARENA_MAX, 1);  // all threads get the same memory
  make_window(&win, kCount);
  sem_init(&done, 0, 0);
  MPI_Win_lock_all(0, win);
  pthread_t threads[kThreads];
  for (size_t i = 0; i < kThreads; i++) pthread_create(&threads[i], NULL, on_the_heap, (void*)i);
  for (int i = 0; i < kThreads; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < kThreads; i++) {
    pthread_create(&threads[i], NULL, on_the_stack, NULL);
    pthread_detach(threads[i]);
    usleep(50000);
  }
  for (int i = 0; i < kThreads; i++) sem_wait(&done);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
