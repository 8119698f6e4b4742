// A flag is raised before the put is complete. Then its origin waits for the answer, thousands of looks, each under a
// mutex for which no other thread asks. What told the target is still known.
// flags: -pthread
// finds: race FP-RACE-002
// says: MPI_Accumulate at looks_under_a_mutex.c:45 on rank 0 leads to the load of rank 1 at looks_under_a_mutex.c:51, but MPI_Put of rank 0 at looks_under_a_mutex.c:44 is not yet complete there.
#include <pthread.h>
#include <unistd.h>

#include "corpus.h"

enum { DATA, FLAG, ANSWER };

static MPI_Win win;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t end;

static void* wait_for_end(void* none) {
  pthread_barrier_wait(&end);
  return none;
}

static void wait_for(int target, int at) {
  int raised;
  do {
    pthread_mutex_lock(&mutex);
    MPI_Fetch_and_op(NULL, &raised, MPI_INT, target, at, MPI_NO_OP, win);
    MPI_Win_flush(target, win);
    pthread_mutex_unlock(&mutex);
  } while (!raised);
}

int main(void) {
  const int value = 7, one = 1;
  int provided, read;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  REQUIRE(provided >= MPI_THREAD_SERIALIZED);
  const int* memory = make_window(&win, 3);
  pthread_t other;
  pthread_barrier_init(&end, NULL, 2);
  pthread_create(&other, NULL, wait_for_end, NULL);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, DATA, 1, MPI_INT, win);  // FINDS(race:put)
    MPI_Accumulate(&one, 1, MPI_INT, 1, FLAG, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush(1, win);
    wait_for(0, ANSWER);
  } else {
    wait_for(1, FLAG);
    usleep(200000);
    read = memory[DATA];  // FINDS(race:load)
    MPI_Accumulate(&one, 1, MPI_INT, 0, ANSWER, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush(0, win);
    REQUIRE(read == value);
  }
  MPI_Win_unlock_all(win);
  pthread_barrier_wait(&end);
  pthread_join(other, NULL);
  MPI_Win_free(&win);
  return end_mpi();
}
