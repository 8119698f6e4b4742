/* What a run of the random programs shows of itself (observed.RANK): what fetches returned, in which order mutexes and
   locks of atomics were had, which request was complete first. Compiled without instrumentation, so that looking is no
   access. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static FILE* file;
static int seed, order;
static int* turns; /* of all processes */

void begin_notes(int rank) {
  char name[32];
  snprintf(name, sizeof name, "observed.%d", rank);
  file = fopen(name, "w");
  const int shared = open("turns", O_RDWR | O_CREAT, 0600);
  if (shared < 0 || ftruncate(shared, sizeof *turns) != 0) abort();
  turns = mmap(NULL, sizeof *turns, PROT_READ | PROT_WRITE, MAP_SHARED, shared, 0);
  close(shared);
}
void next_program(int number) {
  seed = number;
}
void end_notes(void) {
  fclose(file);
}
void note(int action, int value) {
  fprintf(file, "%d %d %d\n", seed, action, value);
}
void note_word(int action, const void* word) {
  int value;
  memcpy(&value, word, sizeof value);
  note(action, value);
}
/* The caller holds the mutex whose order is recorded; the count needs no lock of ours, which would order threads. */
void note_order(int action) {
  note(action, __atomic_add_fetch(&order, 1, __ATOMIC_RELAXED));
}

/* The caller holds a lock of all processes. */
void note_turn(int action) {
  note(action, __atomic_add_fetch(turns, 1, __ATOMIC_RELAXED));
}

/* MPICH spins while it waits, at the expense of the thread that could end the wait: let others run. */
unsigned ucp_worker_progress(void* worker) {
  static unsigned (*real)(void*);
  if (!real) real = (unsigned (*)(void*))dlsym(RTLD_NEXT, "ucp_worker_progress");
  const unsigned count = real(worker);
  if (count == 0) sched_yield();
  return count;
}
