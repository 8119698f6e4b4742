// Threads of one rank send with one tag, and threads of the other one receive any of these: which receive takes which
// message is open, and each loads only what its own message told of.
#define _GNU_SOURCE
#include "corpus.h"

#include <pthread.h>

enum { THREADS = 3, ROUNDS = 40 };
static MPI_Win win;
static int* memory;
static int sums[THREADS];

static void* produce(void* which) {
  const int first = (int)(long)which * ROUNDS;
  for (int i = first; i < first + ROUNDS; ++i) {
    const int value = i + 1;
    MPI_Put(&value, 1, MPI_INT, 1, i, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    MPI_Send(&i, 1, MPI_INT, 1, 5, MPI_COMM_WORLD);
  }
  return NULL;
}
static void* consume(void* which) {
  int at;
  for (int i = 0; i < ROUNDS; ++i) {
    if (i % 2 == 0) {
      MPI_Recv(&at, 1, MPI_INT, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Message message;
      MPI_Mprobe(0, MPI_ANY_TAG, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
      MPI_Mrecv(&at, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    }
    sums[(long)which] += memory[at];
  }
  return NULL;
}

int main(void) {
  int level;
  pthread_t threads[THREADS];
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  memory = make_window(&win, THREADS * ROUNDS);
  MPI_Win_lock_all(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  for (long i = 0; i < THREADS; ++i) pthread_create(&threads[i], NULL, rank == 0 ? produce : consume, (void*)i);
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  const int all = THREADS * ROUNDS;
  REQUIRE(rank != 1 || sums[0] + sums[1] + sums[2] == all * (all + 1) / 2);
  return end_mpi();
}
