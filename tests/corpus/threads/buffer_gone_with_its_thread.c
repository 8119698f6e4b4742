// The origin buffer is on the stack of a thread that ends before local completion.
// finds: gone FP-WINDOW-011
// says: is gone at the end of thread 1, before
// says: Add MPI_Win_flush_local(1 - rank, win) right after MPI_Put at buffer_gone_with_its_thread.c:15
// flags: -pthread
#include "corpus.h"

#include <pthread.h>

static MPI_Win win;

static void* work(void* argument) {
  int value = 7;
  (void)argument;
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);  // FINDS(gone:put)
  return NULL;
}

int main(void) {
  int provided;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    MPI_Win_flush(1, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
