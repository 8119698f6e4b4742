// A thread puts. The main thread does not wait for it before the fence, after which the other rank looks at the data:
// the put may as well come after that fence, and then only the next one completes it.
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
  MPI_Win_fence(0, win);
  pthread_create(&thread, NULL, work, NULL);
  usleep(50000);
  MPI_Win_fence(0, win);
  (void)*(volatile int*)&memory[0];  // FINDS(race:load)
  pthread_join(thread, NULL);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
