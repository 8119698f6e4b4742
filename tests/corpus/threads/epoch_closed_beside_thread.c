// A thread puts and flushes. The main thread closes the epoch and frees the window before it joins that thread: only
// luck decides whether the put comes first.
// flags: -pthread
// finds: closes FP-EPOCH-020
// says: In another one it may come second: then it is outside of any epoch.
// says: Thread 0 has to wait for thread 1 before MPI_Win_unlock_all
#include <pthread.h>
#include <unistd.h>

#include "../corpus.h"

static MPI_Win win;

static void* work(void* unused) {
  static const int one = 1;
  MPI_Put(&one, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);  // FINDS(closes)
  MPI_Win_flush(1 - rank, win);
  return unused;
}

int main(void) {
  int provided;
  pthread_t thread;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  pthread_create(&thread, NULL, work, NULL);
  usleep(50000);
  MPI_Win_unlock_all(win);  // FINDS(closes)
  MPI_Win_free(&win);
  pthread_join(thread, NULL);
  return end_mpi();
}
