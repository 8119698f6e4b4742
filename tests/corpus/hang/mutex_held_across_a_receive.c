// One thread waits for a message and holds the mutex that its sibling needs to send the message that the other rank waits
// for before it answers.
// ranks: 2
// flags: -pthread
// options: --hang-timeout 2
// finds: hang FP-MATCH-008
// says: Rank 0 waits in MPI_Recv
// says: Rank 1 waits in MPI_Recv
#include <pthread.h>

#include "corpus.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t started;

static void* sends(void* unused) {
  pthread_barrier_wait(&started);
  pthread_mutex_lock(&mutex);
  MPI_Send(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  int provided, value;
  MPI_Win win;
  pthread_t sender;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  make_window(&win, 1);
  if (rank == 0) {
    pthread_barrier_init(&started, NULL, 2);
    pthread_create(&sender, NULL, sends, NULL);
    pthread_mutex_lock(&mutex);
    pthread_barrier_wait(&started);
    MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // FINDS(hang)
    pthread_mutex_unlock(&mutex);
    pthread_join(sender, NULL);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // FINDS(hang)
    MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
