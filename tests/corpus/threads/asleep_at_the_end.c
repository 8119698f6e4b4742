// A helper thread changes the origin buffer of the put that is pending, and then waits until the program ends: on rank 0
// in a sleep, on rank 1 for a signal that nobody sends.
// flags: -pthread
// finds: race FP-RACE-004
#include "corpus.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int value = 7;

static void* work(void* argument) {
  sigset_t signals;
  int number;
  sigemptyset(&signals);
  sigaddset(&signals, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &signals, NULL);
  value = 8;  // FINDS(race:store)
  if (rank == 0) sleep(1000);
  sigwait(&signals, &number);
  return argument;
}

int main(void) {
  MPI_Win win;
  int provided;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  make_window(&win, 1);
  pthread_t thread;
  MPI_Win_lock_all(0, win);
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);  // FINDS(race:put)
  pthread_create(&thread, NULL, work, NULL);
  pthread_detach(thread);
  usleep(200000);
  MPI_Win_flush(1 - rank, win);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
