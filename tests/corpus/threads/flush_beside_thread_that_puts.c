// A thread puts. The main thread does not wait for it before the flush that should complete the put.
// flags: -pthread
// finds: race FP-RACE-002
// says: is called by thread 0 of rank
// says: and nothing makes it wait for thread 1, which calls MPI_Put
#include <pthread.h>
#include <unistd.h>

#include "../corpus.h"

static MPI_Win win;

static void* work(void* unused) {
  static const int one = 1;
  MPI_Put(&one, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);  // FINDS(race:put)
  return unused;
}

int main(void) {
  int provided;
  pthread_t thread;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int* memory = make_window(&win, 1);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  pthread_create(&thread, NULL, work, NULL);
  usleep(50000);
  MPI_Win_flush(1 - rank, win);
  MPI_Barrier(MPI_COMM_WORLD);
  (void)*(volatile int*)&memory[0];  // FINDS(race:load)
  pthread_join(thread, NULL);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
