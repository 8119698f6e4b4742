// The threads of C11: each construct once in time, and once before the data are there.
// flags: -pthread
// ranks: 1
// finds: created FP-RACE
// finds: mutex FP-RACE
// finds: condition FP-RACE
// finds: once FP-RACE
#include <stdatomic.h>
#include <threads.h>
#include <time.h>

#include "handover.h"

static mtx_t mutex;
static cnd_t condition;
static int said;
static thrd_t helper;

static int created(void* early) {
  if (early)
    PEEK(1);  // FINDS(created:load)
  else
    TAKE(0);
  return 0;
}
static int joined(void* unused) {
  FETCH(2);
  FLUSH;
  (void)unused;
  return 3;
}
static void hear(int by) {
  struct timespec until = {.tv_sec = time(NULL) + 1000};
  for (int heard = 0; !heard; thrd_yield()) {
    if ((by == 0 ? mtx_lock(&mutex) : by == 1 ? mtx_trylock(&mutex) : mtx_timedlock(&mutex, &until)) != thrd_success)
      continue;
    heard = said;
    mtx_unlock(&mutex);
  }
}
static int by_mutex(void* unused) {
  (void)unused;
  hear(0);
  TAKE(3);
  return 0;
}
static int by_trylock(void* unused) {
  (void)unused;
  hear(1);
  TAKE(4);
  return 0;
}
static int by_timedlock_early(void* unused) {
  (void)unused;
  hear(2);
  PEEK(5);  // FINDS(mutex:load)
  return 0;
}
static int by_condition(void* unused) {
  struct timespec until = {.tv_sec = time(NULL) + 1000};
  (void)unused;
  mtx_lock(&mutex);
  while (said < 1) cnd_wait(&condition, &mutex);
  mtx_unlock(&mutex);
  TAKE(6);
  mtx_lock(&mutex);
  while (said < 2) cnd_timedwait(&condition, &mutex, &until);
  mtx_unlock(&mutex);
  PEEK(7);  // FINDS(condition:load)
  return 0;
}
static void say(int what) {
  mtx_lock(&mutex);
  said = what;
  cnd_broadcast(&condition);
  mtx_unlock(&mutex);
}
static void begin(thrd_start_t routine) {
  said = 0;
  thrd_create(&helper, routine, NULL);
}
static void end(void) {
  thrd_join(helper, NULL);
}

static once_flag once = ONCE_FLAG_INIT, once_early = ONCE_FLAG_INIT;
static void first(void) {
  FETCH(8);
  FLUSH;
}
static void first_early(void) {
  FETCH(9);  // FINDS(once:get)
}
static int by_once(void* unused) {
  (void)unused;
  call_once(&once, first);
  TAKE(8);
  call_once(&once_early, first_early);
  PEEK(9);  // FINDS(once:load)
  return 0;
}

int main(void) {
  start_handovers();
  mtx_init(&mutex, mtx_timed);
  cnd_init(&condition);
  FETCH(0);
  FLUSH;
  begin(created);
  end();
  FETCH(1);  // FINDS(created:get)
  thrd_create(&helper, created, &said);
  FLUSH;
  end();
  int result;
  thrd_create(&helper, joined, NULL);
  thrd_join(helper, &result);
  REQUIRE(result == 3);
  TAKE(2);
  begin(by_mutex);
  FETCH(3);
  FLUSH;
  say(1);
  end();
  begin(by_trylock);
  FETCH(4);
  FLUSH;
  say(1);
  end();
  begin(by_timedlock_early);
  FETCH(5);  // FINDS(mutex:get)
  say(1);
  FLUSH;
  end();
  begin(by_condition);
  FETCH(6);
  FLUSH;
  say(1);
  FETCH(7);  // FINDS(condition:get)
  say(2);
  FLUSH;
  end();
  begin(by_once);
  call_once(&once, first);
  TAKE(8);
  end();
  FLUSH;
  return end_handovers();
}
