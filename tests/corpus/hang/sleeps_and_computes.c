// No hang: the others wait in a barrier while one rank sleeps (with a thread of its own waiting in MPI), waits for input that
// comes late, and computes.
// near: FP-MATCH-008 FP-MATCH-009
// ranks: 3
// flags: -pthread
// options: --hang-timeout 2
#include <pthread.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "corpus.h"

static const struct timespec three_seconds = {3, 0};
static int received;

static void* receive(void* unused) {
  (void)unused;
  MPI_Recv(&received, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return NULL;
}

int main(void) {
  int provided, token = 7;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    pthread_t thread;
    pthread_create(&thread, NULL, receive, NULL);
    nanosleep(&three_seconds, NULL);
    MPI_Send(&token, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    pthread_join(thread, NULL);
    REQUIRE(received == 7);

    int ends[2];
    char letter;
    REQUIRE(pipe(ends) == 0);
    const pid_t child = fork();
    if (child == 0) {  // writes the input later; must not end by way of MPI
      nanosleep(&three_seconds, NULL);
      _exit(write(ends[1], "x", 1) != 1);
    }
    REQUIRE(read(ends[0], &letter, 1) == 1);
    waitpid(child, NULL, 0);

    const time_t end = time(NULL) + 3;
    volatile double sum = 0;
    while (time(NULL) < end) sum += 1;
  } else if (rank == 1) {
    MPI_Recv(&token, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  return end_mpi();
}
