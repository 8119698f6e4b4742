// A thread of its own puts, and the main thread meets the other rank before it waits for that thread.
// finds: race FP-RACE-002
// flags: -pthread
// says: fix Thread 0 of rank 1 has to wait before MPI_Barrier at thread_that_puts_is_not_joined_before_the_barrier.c:34 until thread 1 has passed MPI_Win_flush at thread_that_puts_is_not_joined_before_the_barrier.c:14, by a join, a condition variable or a barrier of the threads.
#include <pthread.h>
#include <unistd.h>

#include "corpus.h"

static MPI_Win win;

static void* work(void* value) {
  MPI_Put(value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(race:put)
  MPI_Win_flush(0, win);
  return NULL;
}

int main(void) {
  int level, value = 7;
  pthread_t worker;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &level);
  if (level < MPI_THREAD_MULTIPLE) {
    MPI_Finalize();
    return 0;
  }
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int* memory = make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) pthread_create(&worker, NULL, work, &value);
#ifdef MENDED
  if (rank == 1) pthread_join(worker, NULL);
#endif
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) printf("%d\n", memory[0]);  // FINDS(race:load)
#ifndef MENDED
  if (rank == 1) pthread_join(worker, NULL);
#endif
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
