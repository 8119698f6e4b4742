// As epoch_closed_beside_thread.c, but this time the put comes second. Where the order of threads is not seen, the put
// is told to be outside of any epoch.
// flags: -pthread
// finds: closes FP-EPOCH
// says: In this run MPI_Put at epoch_closed_before_thread.c
#include <pthread.h>
#include <unistd.h>

#include "../corpus.h"

static MPI_Win win;

static void* work(void* unused) {
  static const int one = 1;
  usleep(200000);
  MPI_Put(&one, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);  // FINDS(closes|call)
  MPI_Win_flush(1 - rank, win);                             // FINDS(closes|call)
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
  MPI_Win_unlock_all(win);  // FINDS(closes|call)
  pthread_join(thread, NULL);
  MPI_Win_free(&win);
  return end_mpi();
}
