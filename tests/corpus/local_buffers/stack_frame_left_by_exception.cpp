// A function is left by an exception while its put is pending; another thread completes the put before the next call.
// finds: left FP-WINDOW-011
// says: 1 finding
// flags: -pthread
#include "corpus.h"

#include <pthread.h>

static MPI_Win window;

__attribute__((noinline)) static void send_to(int target) {
  volatile int values[1000];  // deeper than what a call of pthread_create may need
  values[0] = target;
  MPI_Put((int*)values, 1, MPI_INT, target, 0, 1, MPI_INT, window);  // FINDS(left:put)
  if (values[0] == target) throw 1;
  MPI_Win_flush(target, window);
}
static void* complete(void* unused) {
  MPI_Win_flush_local(1, window);
  return unused;
}

int main() {
  int provided;
  pthread_t thread;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  make_window(&window, 4);
  MPI_Win_lock_all(0, window);
  if (rank == 0) {
    try {
      send_to(1);  // FINDS(left|noticed)
    } catch (int) {
    }
    pthread_create(&thread, nullptr, complete, nullptr);  // FINDS(left|noticed)
    pthread_join(thread, nullptr);
  }
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  return end_mpi();
}
