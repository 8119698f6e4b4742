#include "barrier_rounds.h"

#include <stddef.h>
#include <stdint.h>

struct barrier_rounds {
  pthread_barrier_t* barrier; /* null: free */
  unsigned count;             /* threads in each round */
  uint64_t came;              /* so far */
  unsigned users;             /* threads that came and have not left, plus one for the barrier itself */
  bool crowded;               /* more than `count` were here at once */
};

/* Marks a place that is not free, and that nobody finds. */
static pthread_barrier_t nobody;

/* Searched from the barrier's own place on, but only to the last one of its neighborhood. */
enum { PLACES = 1024, NEIGHBORHOOD = 16 };
static struct barrier_rounds places[PLACES];

static struct barrier_rounds* place(const pthread_barrier_t* barrier, unsigned number) {
  return &places[(((uintptr_t)barrier * 0x9e3779b97f4a7c15u >> 54) + number) % PLACES];
}

static struct barrier_rounds* find(const pthread_barrier_t* barrier) {
  for (unsigned i = 0; i < NEIGHBORHOOD; ++i)
    if (__atomic_load_n(&place(barrier, i)->barrier, __ATOMIC_ACQUIRE) == barrier) return place(barrier, i);
  return NULL;
}

/* A thread may destroy the barrier as soon as it has left, while the others are about to leave. */
static void leave(struct barrier_rounds* rounds) {
  if (__atomic_sub_fetch(&rounds->users, 1, __ATOMIC_SEQ_CST) == 0)
    __atomic_store_n(&rounds->barrier, NULL, __ATOMIC_RELEASE);
}

void barrier_gone(pthread_barrier_t* barrier) {
  struct barrier_rounds* known = find(barrier);
  if (known == NULL) return;
  __atomic_store_n(&known->barrier, &nobody, __ATOMIC_RELEASE);
  leave(known);
}

void barrier_made(pthread_barrier_t* barrier, unsigned count) {
  barrier_gone(barrier); /* one whose memory was given back without barrier_destroy */
  if (count == 0) return;
  for (unsigned i = 0; i < NEIGHBORHOOD; ++i) {
    struct barrier_rounds* taken = place(barrier, i);
    pthread_barrier_t* none = NULL;
    if (!__atomic_compare_exchange_n(&taken->barrier, &none, &nobody, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
      continue;
    taken->count = count;
    taken->came = 0;
    taken->users = 1;
    taken->crowded = false;
    __atomic_store_n(&taken->barrier, barrier, __ATOMIC_RELEASE);
    return;
  }
}

struct barrier_visit barrier_begins(pthread_barrier_t* barrier) {
  struct barrier_visit visit = {barrier, find(barrier), false};
  struct barrier_rounds* rounds = visit.rounds;
  if (rounds == NULL) return visit;
  if (__atomic_add_fetch(&rounds->users, 1, __ATOMIC_SEQ_CST) - 1 > rounds->count)
    __atomic_store_n(&rounds->crowded, true, __ATOMIC_SEQ_CST);
  visit.odd = __atomic_fetch_add(&rounds->came, 1, __ATOMIC_SEQ_CST) / rounds->count % 2 != 0;
  return visit;
}

void barrier_ends(const struct barrier_visit* visit) {
  if (visit->rounds != NULL) leave(visit->rounds);
}

const volatile void* barrier_object(const struct barrier_visit* visit) {
  return (const volatile char*)visit->barrier + visit->odd;
}

const volatile void* barrier_other_object(const struct barrier_visit* visit) {
  if (visit->rounds == NULL || !__atomic_load_n(&visit->rounds->crowded, __ATOMIC_SEQ_CST)) return NULL;
  return (const volatile char*)visit->barrier + !visit->odd;
}
