// Tasks of OpenMP that nothing orders, although it looks like it. (Relaxed atomics make them run at the same time.)
// flags: -fopenmp
// ranks: 1
// finds: creator FP-RACE
// finds: late FP-RACE
// finds: siblings FP-RACE
// finds: addresses FP-RACE
// finds: readers FP-RACE
// finds: grandchild FP-RACE
// finds: loop FP-RACE
// finds: event FP-RACE
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
static void meet(int i) {
  count(i);
  wait_for(i, 2);
}

int main(void) {
  start_handovers();
  omp_set_dynamic(0);
  omp_set_num_threads(3);
  int a = 0, b = 0;
  (void)a, (void)b;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    {
      meet(0);
      FETCH(0);  // FINDS(creator:get)
      FLUSH;
    }
    meet(0);
    PEEK(0);  // FINDS(creator:load)
#pragma omp taskwait

    FETCH(1);  // FINDS(late:get)
#pragma omp task
    {
      PEEK(1);  // FINDS(late:load)
      count(1);
    }
    wait_for(1, 1);
    FLUSH;

#pragma omp task
    {
      meet(2);
      FETCH(2);  // FINDS(siblings:get)
      FLUSH;
    }
#pragma omp task
    {
      meet(2);
      PEEK(2);  // FINDS(siblings:load)
    }
    wait_for(2, 2);
#pragma omp taskwait

#pragma omp task depend(out : a)
    {
      meet(3);
      FETCH(3);  // FINDS(addresses:get)
      FLUSH;
    }
#pragma omp task depend(in : b)
    {
      meet(3);
      PEEK(3);  // FINDS(addresses:load)
    }
    wait_for(3, 2);
#pragma omp taskwait

#pragma omp task depend(out : a)
    count(4);
#pragma omp task depend(in : a)
    {
      meet(5);
      FETCH(4);  // FINDS(readers:get)
      FLUSH;
    }
#pragma omp task depend(in : a)
    {
      meet(5);
      PEEK(4);  // FINDS(readers:load)
    }
    wait_for(5, 2);
#pragma omp taskwait

#pragma omp task
    {
#pragma omp task
      {
        count(6);
        wait_for(7, 1);
        FETCH(6);  // FINDS(grandchild:get)
        FLUSH;
        count(8);
      }
    }
    wait_for(6, 1);
#pragma omp taskwait
    count(7);
    PEEK(6);  // FINDS(grandchild:load)
    wait_for(8, 1);
#pragma omp taskwait

#pragma omp taskloop grainsize(1) nogroup
    for (int n = 0; n < 1; n++) {
      meet(9);
      FETCH(9);  // FINDS(loop:get)
      FLUSH;
    }
    meet(9);
    PEEK(9);  // FINDS(loop:load)
#pragma omp taskwait

    omp_event_handle_t event;
#pragma omp task detach(event) depend(out : a)
    count(10);
#pragma omp task firstprivate(event)
    {
      omp_fulfill_event(event);
      wait_for(11, 1);
      FETCH(10);  // FINDS(event:get)
      FLUSH;
    }
#pragma omp task depend(in : a)
    {
      count(11);
      PEEK(10);  // FINDS(event:load)
    }
    wait_for(11, 1);
  }
  return end_handovers();
}
