// Post and start: the main thread completes the epoch while another thread may still put.
// flags: -pthread
// finds: closes FP-EPOCH-020
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
  MPI_Group world, other;
  const int partner = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &partner, &other);
  MPI_Win_post(other, 0, win);
  MPI_Win_start(other, 0, win);
  pthread_create(&thread, NULL, work, NULL);
  usleep(50000);
  MPI_Win_complete(win);  // FINDS(closes)
  MPI_Win_wait(win);
  pthread_join(thread, NULL);
  MPI_Group_free(&world);
  MPI_Group_free(&other);
  MPI_Win_free(&win);
  return end_mpi();
}
