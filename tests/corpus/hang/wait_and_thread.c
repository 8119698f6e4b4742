// The first thread waits in a barrier while another one waits for a message that is sent behind the barrier.
// flags: -pthread
// finds: cycle FP-MATCH-008
// options: --hang-timeout 2
#include <pthread.h>

#include "corpus.h"

static void* receive(void* unused) {
  int token;
  MPI_Recv(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Send(&token, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
  return unused;
}

int main(int argc, char** argv) {
  MPI_Win win;
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  make_window(&win, 1);
  pthread_t thread;
  if (rank == 0) pthread_create(&thread, NULL, receive, NULL);
  int token = 0;
  if (rank == 1) MPI_Recv(&token, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // FINDS(cycle)
  MPI_Barrier(MPI_COMM_WORLD);  // FINDS(cycle)
  if (rank == 1) MPI_Send(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  if (rank == 0) pthread_join(thread, NULL);
  MPI_Win_free(&win);
  return end_mpi();
}
