// Objects of pthreads that processes share, in a shared window: mutex, condition variable, barrier, semaphore, read-
// write lock and spinlock. And somebody who does not take the mutex.
// flags: -pthread
// finds: race FP-RACE
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>

#include "corpus.h"

struct shared {
  pthread_mutex_t mutex;
  pthread_cond_t condition;
  pthread_barrier_t barrier;
  sem_t semaphore;
  pthread_rwlock_t lock;
  pthread_spinlock_t spin;
  int data[8];
  int ready, written, counter;
};

static void prepare(struct shared* shared) {
  pthread_mutexattr_t of_mutex;
  pthread_mutexattr_init(&of_mutex);
  pthread_mutexattr_setpshared(&of_mutex, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init(&shared->mutex, &of_mutex);
  pthread_condattr_t of_condition;
  pthread_condattr_init(&of_condition);
  pthread_condattr_setpshared(&of_condition, PTHREAD_PROCESS_SHARED);
  pthread_cond_init(&shared->condition, &of_condition);
  pthread_barrierattr_t of_barrier;
  pthread_barrierattr_init(&of_barrier);
  pthread_barrierattr_setpshared(&of_barrier, PTHREAD_PROCESS_SHARED);
  pthread_barrier_init(&shared->barrier, &of_barrier, (unsigned)ranks);
  sem_init(&shared->semaphore, 1, 0);
  pthread_rwlockattr_t of_lock;
  pthread_rwlockattr_init(&of_lock);
  pthread_rwlockattr_setpshared(&of_lock, PTHREAD_PROCESS_SHARED);
  pthread_rwlock_init(&shared->lock, &of_lock);
  pthread_spin_init(&shared->spin, PTHREAD_PROCESS_SHARED);
  for (int i = 0; i < 8; i++) shared->data[i] = 0;
  shared->ready = shared->written = shared->counter = 0;
}

int main(void) {
  MPI_Win win;
  void* memory;
  struct shared* shared;
  int unit;
  MPI_Aint size;
  start_mpi();
  MPI_Win_allocate_shared(rank == 0 ? sizeof *shared : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &shared);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  if (rank == 0) prepare(shared);
  MPI_Barrier(MPI_COMM_WORLD);

  if (rank == 0) {
    shared->data[0] = 1;
    pthread_mutex_lock(&shared->mutex);
    shared->ready = 1;
    pthread_cond_signal(&shared->condition);
    pthread_mutex_unlock(&shared->mutex);
  } else {
    pthread_mutex_lock(&shared->mutex);
    while (!shared->ready) pthread_cond_wait(&shared->condition, &shared->mutex);
    pthread_mutex_unlock(&shared->mutex);
    REQUIRE(shared->data[0] == 1);
    shared->data[1] = 2;
  }
  pthread_barrier_wait(&shared->barrier);
  if (rank == 0) {
    REQUIRE(shared->data[1] == 2);
    shared->data[2] = 3;
    sem_post(&shared->semaphore);
  } else {
    sem_wait(&shared->semaphore);
    REQUIRE(shared->data[2] == 3);
    shared->data[3] = 4;
    pthread_rwlock_wrlock(&shared->lock);
    shared->written = 1;
    pthread_rwlock_unlock(&shared->lock);
  }
  if (rank == 0) {
    for (int written = 0; !written; sched_yield()) {
      pthread_rwlock_rdlock(&shared->lock);
      written = shared->written;
      pthread_rwlock_unlock(&shared->lock);
    }
    REQUIRE(shared->data[3] == 4);
  }
  pthread_spin_lock(&shared->spin);
  shared->counter++;
  pthread_spin_unlock(&shared->spin);

  if (rank == 0) {
    pthread_mutex_lock(&shared->mutex);
    shared->data[4] = 5;  // FINDS(race:store)
    pthread_mutex_unlock(&shared->mutex);
  }
  if (rank == 1) printf("%d\n", shared->data[4]);  // FINDS(race:load)
  MPI_Barrier(MPI_COMM_WORLD);
  REQUIRE(shared->counter == 2);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
