// What pthreads hand from thread to thread: each construct once in time, and once before the data are there.
// flags: -pthread
// ranks: 1
// finds: created FP-RACE
// finds: mutex FP-RACE
// finds: trylock FP-RACE
// finds: timedlock FP-RACE
// finds: readers FP-RACE
// finds: writer FP-RACE
// finds: condition FP-RACE
// finds: timedwait FP-RACE
// finds: barrier FP-RACE
// finds: semaphore FP-RACE
// finds: trywait FP-RACE
// finds: spin FP-RACE
// finds: once FP-RACE
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <time.h>

#include "handover.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_barrier_t barrier;
static sem_t semaphore;
static int said;  // under whichever lock

static struct timespec far_off(void) {
  return (struct timespec){.tv_sec = time(NULL) + 1000};
}

// Says it, and waits until it was said, under a mutex.
static void say(void) {
  pthread_mutex_lock(&mutex);
  said = 1;
  pthread_mutex_unlock(&mutex);
}
#define HEAR(take)                               \
  do {                                           \
    for (int heard = 0; !heard; sched_yield()) { \
      if ((take) != 0) continue;                 \
      heard = said;                              \
      pthread_mutex_unlock(&mutex);              \
    }                                            \
  } while (0)

static pthread_t helper;
static void begin(void* (*routine)(void*)) {
  said = 0;
  pthread_create(&helper, NULL, routine, NULL);
}
static void end(void) {
  pthread_join(helper, NULL);
}

static void* created(void* early) {
  if (early)
    PEEK(1);  // FINDS(created:load)
  else
    TAKE(0);
  return NULL;
}
static void* joined(void* unused) {
  FETCH(2);
  FLUSH;
  return unused;
}
static void* by_mutex(void* unused) {
  HEAR(pthread_mutex_lock(&mutex));
  TAKE(3);
  return unused;
}
static void* by_mutex_early(void* unused) {
  HEAR(pthread_mutex_lock(&mutex));
  PEEK(4);  // FINDS(mutex:load)
  return unused;
}
static void* by_trylock(void* unused) {
  HEAR(pthread_mutex_trylock(&mutex));
  TAKE(5);
  return unused;
}
static void* by_trylock_early(void* unused) {
  HEAR(pthread_mutex_trylock(&mutex));
  PEEK(6);  // FINDS(trylock:load)
  return unused;
}
static void* by_timedlock(void* unused) {
  struct timespec until = far_off();
  HEAR(pthread_mutex_timedlock(&mutex, &until));
  TAKE(7);
  return unused;
}
static void* by_timedlock_early(void* unused) {
  struct timespec until = far_off();
  HEAR(pthread_mutex_timedlock(&mutex, &until));
  PEEK(8);  // FINDS(timedlock:load)
  return unused;
}

// A reader's lock orders it behind writers, and not behind other readers.
static void* by_writer(void* unused) {
  for (int heard = 0; !heard; sched_yield()) {
    pthread_rwlock_rdlock(&lock);
    heard = said;
    pthread_rwlock_unlock(&lock);
  }
  TAKE(9);
  return unused;
}
static void* by_writer_early(void* unused) {
  for (int heard = 0; !heard; sched_yield()) {
    pthread_rwlock_rdlock(&lock);
    heard = said;
    pthread_rwlock_unlock(&lock);
  }
  PEEK(10);  // FINDS(writer:load)
  return unused;
}
static void* by_reader(void* unused) {
  while (!__atomic_load_n(&said, __ATOMIC_RELAXED)) sched_yield();
  pthread_rwlock_rdlock(&lock);
  PEEK(11);  // FINDS(readers:load)
  pthread_rwlock_unlock(&lock);
  return unused;
}
static void* by_reader_of_writer(void* unused) {
  for (int heard = 0; !heard; sched_yield()) {
    if (pthread_rwlock_trywrlock(&lock) != 0) continue;
    heard = __atomic_load_n(&said, __ATOMIC_RELAXED);
    pthread_rwlock_unlock(&lock);
  }
  TAKE(12);
  return unused;
}

static void* by_condition(void* unused) {
  pthread_mutex_lock(&mutex);
  while (!said) pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  TAKE(13);
  return unused;
}
static void* by_condition_early(void* unused) {
  pthread_mutex_lock(&mutex);
  while (!said) pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  PEEK(14);  // FINDS(condition:load)
  return unused;
}
static void* by_timedwait(void* unused) {
  struct timespec until = far_off();
  pthread_mutex_lock(&mutex);
  while (!said) pthread_cond_timedwait(&condition, &mutex, &until);
  pthread_mutex_unlock(&mutex);
  TAKE(15);
  return unused;
}
static void* by_timedwait_early(void* unused) {
  struct timespec until = far_off();
  pthread_mutex_lock(&mutex);
  while (!said) pthread_cond_timedwait(&condition, &mutex, &until);
  pthread_mutex_unlock(&mutex);
  PEEK(16);  // FINDS(timedwait:load)
  return unused;
}
static void tell(void) {
  pthread_mutex_lock(&mutex);
  said = 1;
  pthread_cond_broadcast(&condition);
  pthread_mutex_unlock(&mutex);
}

static void* by_barrier(void* unused) {
  pthread_barrier_wait(&barrier);
  TAKE(17);
  return unused;
}
static void* by_barrier_early(void* unused) {
  pthread_barrier_wait(&barrier);
  PEEK(18);  // FINDS(barrier:load)
  return unused;
}
static void* by_semaphore(void* unused) {
  sem_wait(&semaphore);
  TAKE(19);
  return unused;
}
static void* by_semaphore_early(void* unused) {
  sem_wait(&semaphore);
  PEEK(20);  // FINDS(semaphore:load)
  return unused;
}
static void* by_trywait(void* unused) {
  while (sem_trywait(&semaphore) != 0) sched_yield();
  TAKE(21);
  return unused;
}
static void* by_trywait_early(void* unused) {
  struct timespec until = far_off();
  sem_timedwait(&semaphore, &until);
  PEEK(22);  // FINDS(trywait:load)
  return unused;
}
static void* by_spin(void* unused) {
  for (int heard = 0; !heard; sched_yield()) {
    pthread_spin_lock(&spin);
    heard = said;
    pthread_spin_unlock(&spin);
  }
  TAKE(23);
  return unused;
}
static void* by_spin_early(void* unused) {
  for (int heard = 0; !heard; sched_yield()) {
    if (pthread_spin_trylock(&spin) != 0) continue;
    heard = said;
    pthread_spin_unlock(&spin);
  }
  PEEK(24);  // FINDS(spin:load)
  return unused;
}
static void tell_spinning(void) {
  pthread_spin_lock(&spin);
  said = 1;
  pthread_spin_unlock(&spin);
}

static pthread_once_t once = PTHREAD_ONCE_INIT, once_early = PTHREAD_ONCE_INIT;
static void first(void) {
  FETCH(25);
  FLUSH;
}
static void first_early(void) {
  FETCH(26);  // FINDS(once:get)
}
static void* by_once(void* unused) {
  pthread_once(&once, first);
  TAKE(25);
  return unused;
}
static void* by_once_early(void* unused) {
  pthread_once(&once_early, first_early);
  return unused;
}

int main(void) {
  start_handovers();
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  pthread_barrier_init(&barrier, NULL, 2);
  sem_init(&semaphore, 0, 0);

  FETCH(0);
  FLUSH;
  begin(created);
  end();
  FETCH(1);  // FINDS(created:get)
  pthread_create(&helper, NULL, created, &said);
  FLUSH;
  end();
  begin(joined);
  end();
  TAKE(2);

  begin(by_mutex);
  FETCH(3);
  FLUSH;
  say();
  end();
  begin(by_mutex_early);
  FETCH(4);  // FINDS(mutex:get)
  say();
  FLUSH;
  end();
  begin(by_trylock);
  FETCH(5);
  FLUSH;
  say();
  end();
  begin(by_trylock_early);
  FETCH(6);  // FINDS(trylock:get)
  say();
  FLUSH;
  end();
  begin(by_timedlock);
  FETCH(7);
  FLUSH;
  say();
  end();
  begin(by_timedlock_early);
  FETCH(8);  // FINDS(timedlock:get)
  say();
  FLUSH;
  end();

  begin(by_writer);
  FETCH(9);
  FLUSH;
  pthread_rwlock_wrlock(&lock);
  said = 1;
  pthread_rwlock_unlock(&lock);
  end();
  begin(by_writer_early);
  FETCH(10);  // FINDS(writer:get)
  pthread_rwlock_wrlock(&lock);
  said = 1;
  pthread_rwlock_unlock(&lock);
  FLUSH;
  end();
  begin(by_reader);
  FETCH(11);  // FINDS(readers:get)
  FLUSH;
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  __atomic_store_n(&said, 1, __ATOMIC_RELAXED);
  end();
  begin(by_reader_of_writer);
  FETCH(12);
  FLUSH;
  pthread_rwlock_rdlock(&lock);
  __atomic_store_n(&said, 1, __ATOMIC_RELAXED);
  pthread_rwlock_unlock(&lock);
  end();

  begin(by_condition);
  FETCH(13);
  FLUSH;
  tell();
  end();
  begin(by_condition_early);
  FETCH(14);  // FINDS(condition:get)
  tell();
  FLUSH;
  end();
  begin(by_timedwait);
  FETCH(15);
  FLUSH;
  tell();
  end();
  begin(by_timedwait_early);
  FETCH(16);  // FINDS(timedwait:get)
  tell();
  FLUSH;
  end();

  begin(by_barrier);
  FETCH(17);
  FLUSH;
  pthread_barrier_wait(&barrier);
  end();
  begin(by_barrier_early);
  FETCH(18);  // FINDS(barrier:get)
  pthread_barrier_wait(&barrier);
  FLUSH;
  end();
  begin(by_semaphore);
  FETCH(19);
  FLUSH;
  sem_post(&semaphore);
  end();
  begin(by_semaphore_early);
  FETCH(20);  // FINDS(semaphore:get)
  sem_post(&semaphore);
  FLUSH;
  end();
  begin(by_trywait);
  FETCH(21);
  FLUSH;
  sem_post(&semaphore);
  end();
  begin(by_trywait_early);
  FETCH(22);  // FINDS(trywait:get)
  sem_post(&semaphore);
  FLUSH;
  end();
  begin(by_spin);
  FETCH(23);
  FLUSH;
  tell_spinning();
  end();
  begin(by_spin_early);
  FETCH(24);  // FINDS(spin:get)
  tell_spinning();
  FLUSH;
  end();

  begin(by_once);
  pthread_once(&once, first);
  TAKE(25);
  end();
  begin(by_once_early);
  pthread_once(&once_early, first_early);
  PEEK(26);  // FINDS(once:load)
  end();
  FLUSH;
  return end_handovers();
}
