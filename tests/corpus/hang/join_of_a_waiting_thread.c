// The first thread joins one that waits for a message; the message would be sent by a rank that waits for the first thread.
// flags: -pthread
// finds: cycle FP-MATCH-008
// says: Rank 0 waits in MPI_Recv at join_of_a_waiting_thread.c:14 (thread 1)
// options: --hang-timeout 2
#include <pthread.h>

#include "corpus.h"

static int token;

static void* receive(void* unused) {
  (void)unused;
  MPI_Recv(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // FINDS(cycle)
  return NULL;
}

int main(int argc, char** argv) {
  MPI_Win win;
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  make_window(&win, 1);
  if (rank == 0) {
    pthread_t thread;
    pthread_create(&thread, NULL, receive, NULL);
    pthread_join(thread, NULL);
    MPI_Send(&token, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&token, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // FINDS(cycle)
    MPI_Send(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
