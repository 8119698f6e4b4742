// A thread fetches, and hands over what has come by a lock made by hand of locked instructions.
// ranks: 2
// flags: -pthread
// KNOWN GAP: with gcc-hooks: -fsanitize=thread leaves assembly out, so the order is not seen
// KNOWN GAP: with hooks: so it does in clang
#include "handover.h"

#include <pthread.h>
#include <sched.h>

static int lock = 1, fetched;

static void take_lock(void) {
  int old = 1;
  while (old != 0) {
    sched_yield();
    old = 1;
    __asm__ volatile("xchgl %0, %1" : "+r"(old), "+m"(lock) : : "memory");
  }
}
static void release_lock(void) {
  __asm__ volatile("lock; decl %0" : "+m"(lock) : : "memory");
}

static void* fetch(void* unused) {
  FETCH(3);
  FLUSH;
  fetched = 1;
  release_lock();
  return unused;
}

int main(void) {
  pthread_t thread;
  start_handovers();
  pthread_create(&thread, NULL, fetch, NULL);
  take_lock();
  REQUIRE(fetched);
  TAKE(3);
  release_lock();
  pthread_join(thread, NULL);
  return end_handovers();
}
