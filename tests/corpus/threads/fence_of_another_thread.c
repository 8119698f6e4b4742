// One thread puts, another one calls the fence that completes it, and a third one looks at what the other rank has put
// without waiting for that fence: it is the threads that must wait for each other.
// flags: -pthread
// finds: race FP-RACE-002
// says: but it is called by thread 1 of rank
// says: until thread 1 has returned from MPI_Win_fence at fence_of_another_thread.c
#include <pthread.h>

#include "../corpus.h"

static MPI_Win win;
static int* memory;
static pthread_barrier_t put, seen;

static void* completes(void* unused) {
  pthread_barrier_wait(&put);
  MPI_Win_fence(0, win);
  pthread_barrier_wait(&seen);
  return unused;
}

static void* looks(void* unused) {
  pthread_barrier_wait(&put);
  (void)*(volatile int*)&memory[0];  // FINDS(race:load)
  pthread_barrier_wait(&seen);
  REQUIRE(memory[0] == 1);
  return unused;
}

int main(void) {
  int provided;
  const int one = 1;
  pthread_t threads[2];
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  memory = make_window(&win, 1);
  pthread_barrier_init(&put, NULL, 3);
  pthread_barrier_init(&seen, NULL, 2);
  pthread_create(&threads[0], NULL, completes, NULL);
  pthread_create(&threads[1], NULL, looks, NULL);
  MPI_Win_fence(0, win);
  MPI_Put(&one, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);  // FINDS(race:put)
  pthread_barrier_wait(&put);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  MPI_Win_free(&win);
  return end_mpi();
}
