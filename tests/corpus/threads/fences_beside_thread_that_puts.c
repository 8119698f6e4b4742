// A thread puts while the main thread goes through fences. It is joined before the last one, and nobody looks at the
// data before that: whichever epochs the puts are in, they are complete.
// flags: -pthread
// near: FP-EPOCH-020 FP-RACE-002
#include <pthread.h>

#include "../corpus.h"

static MPI_Win win;

static void* work(void* unused) {
  static const int values[4] = {1, 2, 3, 4};
  for (int i = 0; i < 4; i++) MPI_Put(&values[i], 1, MPI_INT, 1 - rank, i, 1, MPI_INT, win);
  return unused;
}

int main(void) {
  int provided;
  pthread_t thread;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int* memory = make_window(&win, 8);
  MPI_Win_fence(0, win);
  pthread_create(&thread, NULL, work, NULL);
  for (int round = 0; round < 3; round++) {
    const int own = round;
    MPI_Put(&own, 1, MPI_INT, 1 - rank, 4 + round, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    REQUIRE(memory[4 + round] == round);
  }
  pthread_join(thread, NULL);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  for (int i = 0; i < 4; i++) REQUIRE(memory[i] == i + 1);
  MPI_Win_free(&win);
  return end_mpi();
}
