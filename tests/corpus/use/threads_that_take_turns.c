// Two threads that take turns, with MPI_THREAD_SERIALIZED.
// near: FP-USE-007
// flags: -pthread
#include <pthread.h>
#include <stddef.h>

#include "corpus.h"

static MPI_Win win;

static void* put(void* unused) {
  MPI_Put(&rank, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_flush(1 - rank, win);
  return unused;
}

int main(int argc, char** argv) {
  int level;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int* memory = make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  pthread_create(&thread, NULL, put, NULL);
  pthread_join(thread, NULL);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  REQUIRE(memory[0] == 1 - rank);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
