// The window is freed while another thread may still put between its fences.
// flags: -pthread
// finds: closes FP-EPOCH-020
// says: then it is after the window was freed
#include <pthread.h>
#include <unistd.h>

#include "../corpus.h"

static MPI_Win win;

static void* work(void* unused) {
  static const int one = 1;
  MPI_Put(&one, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);  // FINDS(closes)
  return unused;
}

int main(void) {
  int provided;
  pthread_t thread;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  make_window(&win, 1);
  MPI_Win_fence(0, win);
  pthread_create(&thread, NULL, work, NULL);
  usleep(50000);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);  // FINDS(closes)
  pthread_join(thread, NULL);
  return end_mpi();
}
