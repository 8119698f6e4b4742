// A sequence lock: one process writes, the others read and try again if it was written meanwhile. What it guards is
// written and read by relaxed atomics, as the language demands.
// ranks: 3
// near: FP-RACE-009
#include "corpus.h"

#include <sched.h>
#include <stdatomic.h>

enum { WORDS = 4, LAST = 100 };

struct record {
  _Atomic unsigned sequence;
  _Atomic long words[WORDS];
};

static void write(struct record* record, long value) {
  const unsigned sequence = atomic_load_explicit(&record->sequence, memory_order_relaxed);
  atomic_store_explicit(&record->sequence, sequence + 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  for (int i = 0; i < WORDS; i++) atomic_store_explicit(&record->words[i], value, memory_order_relaxed);
  atomic_store_explicit(&record->sequence, sequence + 2, memory_order_release);
}

static void read(struct record* record, long* words) {
  unsigned before, after;
  do {
    before = atomic_load_explicit(&record->sequence, memory_order_acquire);
    for (int i = 0; i < WORDS; i++) words[i] = atomic_load_explicit(&record->words[i], memory_order_relaxed);
    atomic_thread_fence(memory_order_acquire);
    after = atomic_load_explicit(&record->sequence, memory_order_relaxed);
  } while (before != after || before % 2 != 0);
}

int main(void) {
  MPI_Win win;
  MPI_Aint size;
  int unit;
  struct record* record;
  start_mpi();
  MPI_Win_allocate_shared(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &record, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &record);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  if (rank == 0) {
    atomic_init(&record->sequence, 0);
    for (int i = 0; i < WORDS; i++) atomic_init(&record->words[i], 0);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    for (long value = 1; value <= LAST; value++) {
      write(record, value);
      if (value % 4 == 0) sched_yield();
    }
  } else {
    for (long words[WORDS] = {0}; words[0] < LAST;) {
      read(record, words);
      for (int i = 1; i < WORDS; i++) REQUIRE(words[i] == words[0]);
      sched_yield();
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
