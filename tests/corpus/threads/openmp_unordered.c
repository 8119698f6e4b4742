// What OpenMP does not order, although it looks so. (Relaxed atomics bring threads together without ordering them.)
// flags: -fopenmp
// ranks: 1
// finds: region FP-RACE
// finds: nowait FP-RACE
// finds: single FP-RACE
// finds: master FP-RACE
// finds: sections FP-RACE
// finds: names FP-RACE
// finds: early FP-RACE
// finds: locks FP-RACE
// finds: atomic FP-RACE
// finds: ordered FP-RACE
// finds: doacross FP-RACE
// finds: nested FP-RACE
// finds: barrier FP-RACE
// finds: pool FP-RACE
#include <omp.h>
#include <sched.h>

#include "handover.h"

static int counters[ELEMENTS];
static void count(int i) {
  __atomic_add_fetch(&counters[i], 1, __ATOMIC_RELAXED);
}
static void wait_for(int i, int value) {
  while (__atomic_load_n(&counters[i], __ATOMIC_RELAXED) < value) sched_yield();
}
// Two threads are here at the same time.
static void meet(int i) {
  count(i);
  wait_for(i, 2);
}

int main(void) {
  start_handovers();
  omp_set_dynamic(0);
  omp_set_max_active_levels(2);
  omp_set_num_threads(2);
#pragma omp parallel
  {
    if (omp_get_thread_num() == 0) {
      FETCH(0);  // FINDS(region:get)
      FLUSH;
    } else {
      PEEK(0);  // FINDS(region:load)
    }
  }
#pragma omp parallel
  {
#pragma omp for schedule(static, 1) nowait
    for (int n = 0; n < 2; n++) {
      if (n == 0) {
        FETCH(1);  // FINDS(nowait:get)
        FLUSH;
      }
    }
    if (omp_get_thread_num() == 1) PEEK(1);  // FINDS(nowait:load)
  }
  int who = -1;
#pragma omp parallel
  {
#pragma omp single nowait
    {
      __atomic_store_n(&who, omp_get_thread_num(), __ATOMIC_RELAXED);
      FETCH(2);  // FINDS(single:get)
      FLUSH;
      count(2);
    }
    wait_for(2, 1);
    if (omp_get_thread_num() != __atomic_load_n(&who, __ATOMIC_RELAXED)) PEEK(2);  // FINDS(single:load)
  }
#pragma omp parallel
  {
#pragma omp master
    {
      FETCH(3);  // FINDS(master:get)
      FLUSH;
    }
    if (omp_get_thread_num() == 1) PEEK(3);  // FINDS(master:load)
  }
#pragma omp parallel sections
  {
#pragma omp section
    {
      meet(4);
      FETCH(4);  // FINDS(sections:get)
      FLUSH;
    }
#pragma omp section
    {
      meet(4);
      PEEK(4);  // FINDS(sections:load)
    }
  }
#pragma omp parallel
  {
    if (omp_get_thread_num() == 0) {
#pragma omp critical(one)
      {
        FETCH(5);  // FINDS(names:get)
        FLUSH;
      }
      count(5);
    } else {
      wait_for(5, 1);
#pragma omp critical(other)
      PEEK(5);  // FINDS(names:load)
    }
  }
#pragma omp parallel
  {
    if (omp_get_thread_num() == 0) {
#pragma omp critical
      FETCH(6);  // FINDS(early:get)
      count(6);
      FLUSH;
    } else {
      wait_for(6, 1);
#pragma omp critical
      PEEK(6);  // FINDS(early:load)
    }
  }
  omp_lock_t lock;
  omp_nest_lock_t nest;
  omp_init_lock(&lock);
  omp_init_nest_lock(&nest);
#pragma omp parallel
  {
    if (omp_get_thread_num() == 0) {
      omp_set_lock(&lock);
      FETCH(7);  // FINDS(locks:get)
      FLUSH;
      omp_unset_lock(&lock);
      count(7);
    } else {
      wait_for(7, 1);
      omp_set_nest_lock(&nest);
      PEEK(7);  // FINDS(locks:load)
      omp_unset_nest_lock(&nest);
    }
  }
  omp_destroy_lock(&lock);
  omp_destroy_nest_lock(&nest);
  int flag = 0;
#pragma omp parallel
  if (omp_get_thread_num() == 0) {
    FETCH(8);  // FINDS(atomic:get)
    FLUSH;
#pragma omp atomic write relaxed
    flag = 1;
  } else {
    int seen = 0;
    while (!seen) {
#pragma omp atomic read relaxed
      seen = flag;
    }
    PEEK(8);  // FINDS(atomic:load)
  }
#pragma omp parallel for ordered schedule(static, 1)
  for (int n = 0; n < 2; n++) {
#pragma omp ordered
    if (n == 1) PEEK(9);  // FINDS(ordered:load)
    if (n == 0) {
      FETCH(9);  // FINDS(ordered:get)
      FLUSH;
    }
  }
#pragma omp parallel for ordered(1) schedule(static, 1)
  for (int n = 0; n < 2; n++) {
#pragma omp ordered depend(sink : n - 1)
    if (n == 1) PEEK(10);  // FINDS(doacross:load)
#pragma omp ordered depend(source)
    if (n == 0) {
      FETCH(10);  // FINDS(doacross:get)
      FLUSH;
    }
  }
#pragma omp parallel
  {
    if (omp_get_thread_num() == 0) {
#pragma omp parallel num_threads(2)
      {
#pragma omp barrier
        if (omp_get_thread_num() == 1) {
          meet(11);
          FETCH(11);  // FINDS(nested:get)
          FLUSH;
        }
#pragma omp barrier
      }
    } else {
      meet(11);
#pragma omp parallel num_threads(2)
      {
#pragma omp barrier
        if (omp_get_thread_num() == 0) PEEK(11);  // FINDS(nested:load)
      }
    }
  }
  // Behind the barrier, one is already past it when the other still leaves it.
#pragma omp parallel
  {
    for (int round = 0; round < 4; round++) {
#pragma omp barrier
      if (round == 2 && omp_get_thread_num() == 0) {
        FETCH(12);  // FINDS(barrier:get)
        FLUSH;
      }
      if (round == 2 && omp_get_thread_num() == 1) PEEK(12);  // FINDS(barrier:load)
    }
  }
  // The runtime may give the threads of one team within a team to another one.
#pragma omp parallel
  {
    if (omp_get_thread_num() == 0) {
#pragma omp parallel num_threads(2)
      {
#pragma omp barrier
        if (omp_get_thread_num() == 1) {
          FETCH(13);  // FINDS(pool:get)
          FLUSH;
        }
      }
      count(13);
    } else {
      wait_for(13, 1);
#pragma omp parallel num_threads(2)
      {
#pragma omp barrier
        if (omp_get_thread_num() == 0) PEEK(13);  // FINDS(pool:load)
      }
    }
  }
  return end_handovers();
}
