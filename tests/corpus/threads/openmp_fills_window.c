// Threads of OpenMP fill the window and the buffers of puts in loops, tasks and critical sections, in good time.
// flags: -fopenmp -pthread
#include "corpus.h"

#include <omp.h>
#include <pthread.h>

enum { COUNT = 64, THREADS = 3 };

// A lock of each thread's own orders nothing, but is something to record: what the thread did before it is, too.
static void lock_own(void) {
  static pthread_mutex_t own[THREADS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                         PTHREAD_MUTEX_INITIALIZER};
  pthread_mutex_lock(&own[omp_get_thread_num()]);
  pthread_mutex_unlock(&own[omp_get_thread_num()]);
}

int main(void) {
  int provided;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  static int buffer[COUNT];
  int* memory = make_window(&win, 2 * COUNT);
  omp_lock_t lock;
  omp_init_lock(&lock);
  omp_set_num_threads(THREADS);

  // A loop, then a put of the other half.
  MPI_Win_fence(0, win);
#pragma omp parallel for
  for (int i = 0; i < COUNT; i++) {
    memory[i] = i;
    buffer[i] = i + 1;
    lock_own();
  }
  MPI_Put(buffer, COUNT, MPI_INT, 1 - rank, COUNT, COUNT, MPI_INT, win);
  MPI_Win_fence(0, win);
#pragma omp parallel for schedule(dynamic, 4)
  for (int i = 0; i < COUNT; i++) {
    REQUIRE(memory[i] == i && memory[COUNT + i] == i + 1);
    lock_own();
  }
  MPI_Win_fence(0, win);

  // Tasks of one thread, run by any.
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < COUNT; i += 8)
#pragma omp task firstprivate(i)
    {
      for (int j = i; j < i + 8; j++) buffer[j] = 2 * j;
      lock_own();
    }
#pragma omp taskwait
#pragma omp taskloop grainsize(8)
    for (int i = 0; i < COUNT; i++) {
      memory[i] = 3 * i;
      lock_own();
    }
  }
  MPI_Put(buffer, COUNT, MPI_INT, 1 - rank, COUNT, COUNT, MPI_INT, win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < COUNT; i++) REQUIRE(memory[i] == 3 * i && memory[COUNT + i] == 2 * i);
  MPI_Win_fence(0, win);

  // Within one region: the first thread calls MPI between barriers.
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < COUNT; i++) buffer[i] = 5 * i;
#pragma omp critical
    memory[0]++;
    omp_set_lock(&lock);
    memory[1]++;
    omp_unset_lock(&lock);
#pragma omp barrier
#pragma omp master
    {
      MPI_Put(buffer, COUNT, MPI_INT, 1 - rank, COUNT, COUNT, MPI_INT, win);
      MPI_Win_fence(0, win);
    }
#pragma omp barrier
    REQUIRE(memory[0] == omp_get_num_threads() && memory[1] == 3 + omp_get_num_threads());
#pragma omp for
    for (int i = 0; i < COUNT; i++) buffer[i] = memory[COUNT + i] - 5 * i;
  }
  for (int i = 0; i < COUNT; i++) REQUIRE(buffer[i] == 0);
  omp_destroy_lock(&lock);
  MPI_Win_free(&win);
  return end_mpi();
}
