// In a shared window, a lock of POSIX and atomics of C synchronize the memory of who uses them.
// options: --strict
// flags: -pthread
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include "corpus.h"

struct box {
  pthread_mutex_t mutex;
  int count;
  atomic_int ready;
  int data;
};

int main(void) {
  MPI_Win win;
  MPI_Aint size;
  int unit;
  struct box* box;
  start_mpi();
  MPI_Win_allocate_shared(rank == 0 ? sizeof *box : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &box, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &box);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  if (rank == 0) {
    pthread_mutexattr_t shared;
    pthread_mutexattr_init(&shared);
    pthread_mutexattr_setpshared(&shared, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&box->mutex, &shared);
    box->count = 0;
    atomic_init(&box->ready, 0);
  }
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  for (int i = 0; i < 5; i++) {
    pthread_mutex_lock(&box->mutex);
    box->count++;
    pthread_mutex_unlock(&box->mutex);
    sched_yield();
  }
  if (rank == 0) {
    box->data = 42;
    atomic_store_explicit(&box->ready, 1, memory_order_release);
  } else {
    while (!atomic_load_explicit(&box->ready, memory_order_acquire)) sched_yield();
    REQUIRE(box->data == 42);
  }
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  if (rank == 0) REQUIRE(box->count == 5 * ranks);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
