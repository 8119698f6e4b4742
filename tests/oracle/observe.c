/* What a run of the random programs shows of itself (observed.RANK): what fetches returned, in which order mutexes were had,
   which request was complete first. Compiled without instrumentation, so that looking is no access. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

static FILE *file;
static int seed, order;

void begin_notes(int rank) {
  char name[32];
  snprintf(name, sizeof name, "observed.%d", rank);
  file = fopen(name, "w");
}
void next_program(int number) { seed = number; }
void end_notes(void) { fclose(file); }
void note(int action, int value) { fprintf(file, "%d %d %d\n", seed, action, value); }
void note_word(int action, const void *word) {
  int value;
  memcpy(&value, word, sizeof value);
  note(action, value);
}
/* The caller holds the mutex whose order is recorded; the count needs no lock of ours, which would order threads. */
void note_order(int action) { note(action, __atomic_add_fetch(&order, 1, __ATOMIC_RELAXED)); }

/* MPICH spins while it waits, at the expense of the thread that could end the wait: let others run. */
unsigned ucp_worker_progress(void *worker) {
  static unsigned (*real)(void *);
  if (!real) real = (unsigned (*)(void *))dlsym(RTLD_NEXT, "ucp_worker_progress");
  const unsigned count = real(worker);
  if (count == 0) sched_yield();
  return count;
}
