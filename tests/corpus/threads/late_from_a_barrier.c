// A thread that leaves a barrier late, when the others have come to the next one: what they have done in between is not
// ordered before what it does then. (A signal holds it up.)
// flags: -pthread
// ranks: 1
// finds: race FP-RACE-005
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include "handover.h"

static pthread_barrier_t barrier;
static int comes, held, released;

// They order nothing.
static void set(int* flag) {
  __atomic_store_n(flag, 1, __ATOMIC_RELAXED);
}
static void await(const int* flag) {
  while (!__atomic_load_n(flag, __ATOMIC_RELAXED)) usleep(1000);
}

static void hold(int number) {
  (void)number;
  set(&held);
  await(&released);
}
static void let_go(int number) {
  (void)number;
  set(&released);
}

static void* leave_late(void* argument) {
  (void)argument;
  set(&comes);
  pthread_barrier_wait(&barrier);
  PEEK(0);  // FINDS(race:load)
  pthread_barrier_wait(&barrier);
  TAKE(0);
  return NULL;
}

int main(void) {
  pthread_t helper;
  start_handovers();
  signal(SIGUSR1, hold);
  signal(SIGALRM, let_go);
  pthread_barrier_init(&barrier, NULL, 2);
  FETCH(0);  // FINDS(race:get)
  pthread_create(&helper, NULL, leave_late, NULL);
  await(&comes);
  usleep(100000);
  pthread_kill(helper, SIGUSR1);
  await(&held);
  pthread_barrier_wait(&barrier);
  FLUSH;
  setitimer(ITIMER_REAL, &(struct itimerval){{0, 0}, {0, 300000}}, NULL);
  pthread_barrier_wait(&barrier);
  pthread_join(helper, NULL);
  pthread_barrier_destroy(&barrier);
  return end_handovers();
}
