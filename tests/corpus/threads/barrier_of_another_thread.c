// The main thread makes the barrier; a thread that was there before it and has not synchronized with it loads.
// flags: -pthread
// finds: race FP-RACE-002
// says: until thread 0 has returned from MPI_Barrier at barrier_of_another_thread.c:31
#include "corpus.h"

#include <pthread.h>

static int* memory;
static int seen;

static void* work(void* argument) {
  (void)argument;
  seen = memory[0];  // FINDS(race:load)
  return NULL;
}

int main(void) {
  MPI_Win win;
  int provided;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  memory = make_window(&win, 1);
  pthread_t thread;
  MPI_Win_lock_all(0, win);
  if (rank == 1) pthread_create(&thread, NULL, work, NULL);
  if (rank == 0) {
    MPI_Put(&rank, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
    MPI_Win_flush(1, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) pthread_join(thread, NULL);
  MPI_Win_unlock_all(win);
  if (seen == 5) puts("five");
  MPI_Win_free(&win);
  return end_mpi();
}
