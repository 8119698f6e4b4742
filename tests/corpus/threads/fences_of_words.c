// Two fences order what is around them only by a word that one thread wrote after its fence and the other one read
// before its own. (What is read here is relaxed: without the fences it orders nothing.)
// flags: -pthread
// ranks: 1
// finds: other_word FP-RACE
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "handover.h"

static atomic_int done, other;

static void* fetches(void* unused) {
  FETCH(0);
  FETCH(1);  // FINDS(other_word:get)
  FLUSH;
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&done, 1, memory_order_relaxed);
  return unused;
}

static void* reads_other_word(void* unused) {
  while (atomic_load_explicit(&other, memory_order_relaxed) == 0);
  atomic_thread_fence(memory_order_acquire);
  PEEK(1);  // FINDS(other_word:load)
  return unused;
}

static void* reads_the_word(void* unused) {
  while (atomic_load_explicit(&done, memory_order_relaxed) == 0);
  atomic_thread_fence(memory_order_acquire);
  TAKE(0);
  return unused;
}

int main(void) {
  start_handovers();
  atomic_thread_fence(memory_order_seq_cst);
  atomic_store_explicit(&other, 1, memory_order_relaxed);
  static void* (*const parts[])(void*) = {fetches, reads_the_word, reads_other_word};
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) {
    pthread_create(&threads[i], NULL, parts[i], NULL);
    // The one that reads another word does so last: that it comes behind is the luck of the run.
    if (i == 1) sleep(1);
  }
  pthread_join(threads[0], NULL);
  pthread_join(threads[2], NULL);
  return end_handovers();
}
