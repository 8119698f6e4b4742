// A process-shared mutex in memory of System V excludes processes from each other, and a barrier there lets them meet.
// flags: -pthread
// near: FP-RACE-009
// ranks: 3
#include <pthread.h>
#include <sys/shm.h>

#include "corpus.h"

struct shared {
  pthread_mutex_t mutex;
  pthread_barrier_t barrier;
};

int main(void) {
  MPI_Win win;
  int *memory, *first, unit, segment = 0;
  MPI_Aint size;
  start_mpi();
  if (rank == 0) segment = shmget(IPC_PRIVATE, sizeof(struct shared), IPC_CREAT | 0600);
  MPI_Bcast(&segment, 1, MPI_INT, 0, MPI_COMM_WORLD);
  REQUIRE(segment >= 0);
  struct shared* const shared = shmat(segment, NULL, 0);
  REQUIRE(shared != (void*)-1);
  if (rank == 0) {
    pthread_mutexattr_t of_mutex;
    pthread_barrierattr_t of_barrier;
    pthread_mutexattr_init(&of_mutex);
    pthread_mutexattr_setpshared(&of_mutex, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&shared->mutex, &of_mutex);
    pthread_barrierattr_init(&of_barrier);
    pthread_barrierattr_setpshared(&of_barrier, PTHREAD_PROCESS_SHARED);
    pthread_barrier_init(&shared->barrier, &of_barrier, (unsigned)ranks);
  }
  MPI_Win_allocate_shared(rank == 0 ? 16 : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &first);
  if (rank == 0) first[0] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 10; i++) {
    pthread_mutex_lock(&shared->mutex);
    ++first[0];
    pthread_mutex_unlock(&shared->mutex);
  }
  pthread_barrier_wait(&shared->barrier);
  REQUIRE(first[0] == 10 * ranks);
  MPI_Win_free(&win);
  if (rank == 0) shmctl(segment, IPC_RMID, NULL);
  return end_mpi();
}
