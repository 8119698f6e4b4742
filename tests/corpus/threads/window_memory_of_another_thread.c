// Threads that know nothing of each other come to the same memory one after the other, and make windows of it: each
// frees its window before the memory, so that this was not that of a window any more when it was given back.
// flags: -pthread
#include <malloc.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

#include "corpus.h"

enum { kThreads = 2, kCount = 1000 };
static MPI_Comm communicator[kThreads];
static sem_t done;

static void exchange(int thread, MPI_Win win, volatile int* memory, MPI_Aint peer) {
  const int value = thread + 5;
  MPI_Barrier(communicator[thread]);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1 - rank, 0, win);
  MPI_Put(&value, 1, MPI_INT, 1 - rank, peer, 1, MPI_INT, win);
  MPI_Win_unlock(1 - rank, win);
  MPI_Barrier(communicator[thread]);
  REQUIRE(memory[0] == value);
}

static void* created(void* argument) {
  const int thread = *(const int*)argument;
  usleep(300000 * (useconds_t)thread);
  int* memory = malloc(kCount * sizeof(int));
  MPI_Win win;
  MPI_Win_create(memory, kCount * sizeof(int), sizeof(int), MPI_INFO_NULL, communicator[thread], &win);
  memory[0] = 0;
  exchange(thread, win, memory, 0);
  MPI_Win_free(&win);
  free(memory);
  return NULL;
}

static void* created_from_mpi(void* argument) {
  const int thread = *(const int*)argument;
  usleep(300000 * (useconds_t)thread);
  int* memory;
  MPI_Alloc_mem(kCount * sizeof(int), MPI_INFO_NULL, &memory);
  MPI_Win win;
  MPI_Win_create(memory, kCount * sizeof(int), sizeof(int), MPI_INFO_NULL, communicator[thread], &win);
  memory[0] = 0;
  exchange(thread, win, memory, 0);
  MPI_Win_free(&win);
  MPI_Free_mem(memory);
  return NULL;
}

static void* allocated(void* argument) {
  const int thread = *(const int*)argument;
  usleep(300000 * (useconds_t)thread);
  int* memory;
  MPI_Win win;
  MPI_Win_allocate(kCount * sizeof(int), sizeof(int), MPI_INFO_NULL, communicator[thread], &memory, &win);
  memory[0] = 0;
  exchange(thread, win, memory, 0);
  MPI_Win_free(&win);
  return NULL;
}

static void* attached(void* argument) {
  const int thread = *(const int*)argument;
  usleep(300000 * (useconds_t)thread);
  int* memory = malloc(kCount * sizeof(int));
  MPI_Win win;
  MPI_Win_create_dynamic(MPI_INFO_NULL, communicator[thread], &win);
  MPI_Win_attach(win, memory, kCount * sizeof(int));
  memory[0] = 0;
  MPI_Aint own, peer;
  MPI_Get_address(memory, &own);
  MPI_Sendrecv(&own, 1, MPI_AINT, 1 - rank, 0, &peer, 1, MPI_AINT, 1 - rank, 0, communicator[thread],
               MPI_STATUS_IGNORE);
  exchange(thread, win, memory, peer);
  MPI_Win_detach(win, memory);
  free(memory);
  MPI_Barrier(communicator[thread]);
  MPI_Win_free(&win);
  return NULL;
}

static void* on_the_stack(void* argument) {
  const int thread = *(const int*)argument;
  int memory[16];
  MPI_Win win;
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, communicator[thread], &win);
  memory[0] = 0;
  exchange(thread, win, memory, 0);
  MPI_Win_free(&win);
  sem_post(&done);
  return NULL;
}

static int numbers[kThreads] = {0, 1};

static void run(void* (*work)(void*)) {
  pthread_t threads[kThreads];
  for (int i = 0; i < kThreads; i++) pthread_create(&threads[i], NULL, work, &numbers[i]);
  for (int i = 0; i < kThreads; i++) pthread_join(threads[i], NULL);
}

static void run_detached(void* (*work)(void*)) {
  for (int i = 0; i < kThreads; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, &numbers[i]);
    pthread_detach(thread);
    usleep(300000);
  }
  for (int i = 0; i < kThreads; i++) sem_wait(&done);
}

int main(void) {
  int provided;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  mallopt(M_ARENA_MAX, 1);  // all threads get the same memory
  for (int i = 0; i < kThreads; i++) MPI_Comm_dup(MPI_COMM_WORLD, &communicator[i]);
  sem_init(&done, 0, 0);
  run(created);
  run(created_from_mpi);
  run(allocated);
  run(attached);
  run_detached(on_the_stack);
  for (int i = 0; i < kThreads; i++) MPI_Comm_free(&communicator[i]);
  return end_mpi();
}
