/* Barriers of POSIX threads, round by round. Each round has an object of its own, of two in turn: a thread that leaves
 * a barrier late must not acquire what others release when they come to the next one.
 *
 * How many threads came before a thread says which round it is in, as long as no more threads are at the barrier than
 * one round takes. If more have been, any of them may have overtaken another: from then on all rounds are one. So it is
 * for barriers that processes share, and for those that have no place here. */
#ifndef FENCEPOST_THREADS_BARRIER_ROUNDS_H
#define FENCEPOST_THREADS_BARRIER_ROUNDS_H

#include <pthread.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif
#define HIDDEN __attribute__((visibility("hidden")))

struct barrier_rounds;

/* After pthread_barrier_init: `count` threads in each round; 0: the rounds cannot be distinguished. */
HIDDEN void barrier_made(pthread_barrier_t* barrier, unsigned count);
/* Before pthread_barrier_destroy. */
HIDDEN void barrier_gone(pthread_barrier_t* barrier);

/* Of one thread, around pthread_barrier_wait. */
struct barrier_visit {
  pthread_barrier_t* barrier;
  struct barrier_rounds* rounds; /* null: cannot be distinguished */
  bool odd;                      /* the round */
};
HIDDEN struct barrier_visit barrier_begins(pthread_barrier_t* barrier);
HIDDEN void barrier_ends(const struct barrier_visit* visit);

/* The objects that the thread releases before it waits, and acquires after that: the first always, the second if there
 * is one at that time. */
HIDDEN const volatile void* barrier_object(const struct barrier_visit* visit);
HIDDEN const volatile void* barrier_other_object(const struct barrier_visit* visit);

#undef HIDDEN
#ifdef __cplusplus
}
#endif
#endif
