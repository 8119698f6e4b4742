// A function is left by longjmp while its put is pending; another thread completes the put before the next call.
// finds: left FP-WINDOW-011
// says: 1 finding
// flags: -pthread
#include "corpus.h"

#include <pthread.h>
#include <setjmp.h>

static MPI_Win window;
static jmp_buf place;

static __attribute__((noinline)) void send_to(int target) {
  volatile int values[1000];  // deeper than what a call of pthread_create may need
  values[0] = target;
  MPI_Put((int*)values, 1, MPI_INT, target, 0, 1, MPI_INT, window);  // FINDS(left:put)
  longjmp(place, 1);
}
static void* complete(void* unused) {
  MPI_Win_flush_local(1, window);
  return unused;
}

int main(void) {
  int provided;
  pthread_t thread;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  make_window(&window, 4);
  MPI_Win_lock_all(0, window);
  if (rank == 0) {
    if (setjmp(place) == 0) send_to(1);                // FINDS(left|noticed)
    pthread_create(&thread, NULL, complete, NULL);  // FINDS(left|noticed)
    pthread_join(thread, NULL);
  }
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  return end_mpi();
}
