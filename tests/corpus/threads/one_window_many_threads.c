// Threads of a process share its epochs and requests: one locks, one puts, one flushes, one unlocks, one completes a
// request; each ordered behind the one before. And a thread that uses the data although only another knows that they
// are complete.
// flags: -pthread
// finds: flushed FP-RACE
// finds: waited FP-RACE
#include <pthread.h>
#include <sched.h>

#include "corpus.h"

static MPI_Win win;
static MPI_Request request;
static int other, box[16];

static void* lock(void* unused) {
  MPI_Win_lock(MPI_LOCK_SHARED, other, 0, win);
  return unused;
}
static void* put(void* unused) {
  box[0] = 7;
  MPI_Put(&box[0], 1, MPI_INT, other, 0, 1, MPI_INT, win);
  return unused;
}
static void* flush(void* unused) {
  MPI_Win_flush(other, win);
  return unused;
}
static void* reuse(void* unused) {
  box[0] = 8;
  return unused;
}
static void* request_get(void* unused) {
  MPI_Rget(&box[1], 1, MPI_INT, other, 1, 1, MPI_INT, win, &request);
  return unused;
}
static void* wait(void* unused) {
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  return unused;
}
static void* unlock(void* unused) {
  MPI_Win_unlock(other, win);
  return unused;
}
static void run(void* (*routine)(void*)) {
  pthread_t thread;
  pthread_create(&thread, NULL, routine, NULL);
  pthread_join(thread, NULL);
}

// Brings two threads together without ordering them.
static int there[2];
static void meet(int i) {
  __atomic_add_fetch(&there[i], 1, __ATOMIC_RELAXED);
  while (__atomic_load_n(&there[i], __ATOMIC_RELAXED) < 2) sched_yield();
}
static void* flush_only(void* unused) {
  MPI_Win_flush(other, win);
  meet(0);
  return unused;
}
static void* wait_only(void* unused) {
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  meet(1);
  return unused;
}

int main(void) {
  int provided;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  other = 1 - rank;
  int* memory = make_window(&win, 16);
  memory[1] = 5;
  memory[3] = 6;
  MPI_Barrier(MPI_COMM_WORLD);

  run(lock);
  run(put);
  run(flush);
  run(reuse);
  run(request_get);
  run(wait);
  REQUIRE(box[1] == 5);
  run(unlock);
  MPI_Barrier(MPI_COMM_WORLD);
  REQUIRE(memory[0] == 7);

  pthread_t thread;
  MPI_Win_lock(MPI_LOCK_SHARED, other, 0, win);
  if (rank == 0) {
    MPI_Get(&box[2], 1, MPI_INT, other, 3, 1, MPI_INT, win);  // FINDS(flushed:get)
    pthread_create(&thread, NULL, flush_only, NULL);
    meet(0);
    printf("%d\n", box[2]);  // FINDS(flushed:load)
    pthread_join(thread, NULL);
    REQUIRE(box[2] == 6);
    MPI_Rget(&box[3], 1, MPI_INT, other, 3, 1, MPI_INT, win, &request);  // FINDS(waited:get)
    pthread_create(&thread, NULL, wait_only, NULL);
    meet(1);
    printf("%d\n", box[3]);  // FINDS(waited:load)
    pthread_join(thread, NULL);
    REQUIRE(box[3] == 6);
  }
  MPI_Win_unlock(other, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  return end_mpi();
}
