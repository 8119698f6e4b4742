// Two threads on each rank, each with a window of its own: on one, rank 0 waits for a complete that comes behind a barrier;
// on the other, rank 1 waits in that barrier's place for a lock that the first rank's other thread never gives back.
// ranks: 2
// flags: -pthread
// options: --hang-timeout 2
// finds: hang FP-MATCH-008
// says: exclusive held by rank 0
#include <pthread.h>

#include "corpus.h"

static MPI_Win posted, locked;
static pthread_barrier_t taken;

static void* keeps_the_lock(void* unused) {
  int value = 1;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, locked);
  MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, locked);
  MPI_Win_flush(1, locked);
  pthread_barrier_wait(&taken);
  return unused;
}

int main(void) {
  int provided, value = 0;
  pthread_t thread;
  MPI_Group world, peer;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  make_window(&posted, 1);
  make_window(&locked, 1);
  const int other = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &other, &peer);
  if (rank == 0) {
    pthread_barrier_init(&taken, NULL, 2);
    pthread_create(&thread, NULL, keeps_the_lock, NULL);
    pthread_barrier_wait(&taken);
    pthread_join(thread, NULL);
    MPI_Win_post(peer, 0, posted);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_wait(posted);  // FINDS(hang)
  } else {
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_start(peer, 0, posted);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, locked);  // FINDS(hang|lock)
    MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, locked);
    MPI_Win_unlock(1, locked);  // FINDS(hang|lock)
    MPI_Win_complete(posted);
  }
  MPI_Group_free(&peer);
  MPI_Group_free(&world);
  MPI_Win_free(&locked);
  MPI_Win_free(&posted);
  return end_mpi();
}
