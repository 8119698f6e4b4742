// What rarer constructs of OpenMP do not order. (Relaxed atomics bring threads together without ordering them.)
// flags: -fopenmp
// ranks: 1
// finds: masked FP-RACE
// finds: corner FP-RACE
// finds: column FP-RACE
// finds: outside FP-RACE
// finds: members FP-RACE
// finds: loop FP-RACE
#include <omp.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

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

int main(int argc, char** argv) {
  (void)argc;
  if (!omp_get_cancellation() && getenv("OMP_CANCELLATION") == NULL) {
    setenv("OMP_CANCELLATION", "true", 1);
    execv("/proc/self/exe", argv);
  }
  start_handovers();
  omp_set_dynamic(0);
  omp_set_num_threads(2);

#pragma omp parallel
  {
#pragma omp masked filter(1)
    {
      FETCH(0);  // FINDS(masked:get)
      FLUSH;
    }
    if (omp_get_thread_num() == 0) PEEK(0);  // FINDS(masked:load)
  }

  // The row above has gone on: only its first element is waited for.
#pragma omp parallel for ordered(2) schedule(static, 1)
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < 2; j++) {
#pragma omp ordered depend(sink : i - 1, j)
      if (i == 0 && j == 1) {
        FETCH(1);  // FINDS(corner:get)
        FLUSH;
      }
      if (i == 1 && j == 0) {
        wait_for(1, 1);
        PEEK(1);  // FINDS(corner:load)
      }
#pragma omp ordered depend(source)
      if (i == 0 && j == 1) count(1);
    }
  }
  // The same with the indices exchanged: the one to the left is not waited for.
#pragma omp parallel for ordered(2) schedule(static, 1)
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < 2; j++) {
#pragma omp ordered depend(sink : i - 1, j - 1)
      if (i == 0 && j == 1) {
        FETCH(2);  // FINDS(column:get)
        FLUSH;
      }
      if (i == 1 && j == 1) {
        wait_for(2, 1);
        PEEK(2);  // FINDS(column:load)
      }
#pragma omp ordered depend(source)
      if (i == 0 && j == 1) count(2);
    }
  }

#pragma omp parallel num_threads(3)
#pragma omp single
  {
    int a = 0, sum = 0;
    (void)a;
    // Not of the group that is waited for.
#pragma omp task
    {
      meet(3);
      FETCH(3);  // FINDS(outside:get)
      FLUSH;
      count(4);
    }
    meet(3);
    wait_for(4, 1);
#pragma omp taskgroup task_reduction(+ : sum)
    {
#pragma omp task in_reduction(+ : sum) if (0)  // by this thread, which then knows of no other's tasks
      sum += 1;
    }
    PEEK(3);  // FINDS(outside:load)
#pragma omp taskwait

    // Members of a set may run at the same time; without sets, two that only read.
#if defined(__clang__) || __GNUC__ >= 13
#define MEMBER inoutset
#else
#define MEMBER in
#endif
#pragma omp task depend(MEMBER : a)
    {
      meet(5);
      FETCH(5);  // FINDS(members:get)
      FLUSH;
    }
#pragma omp task depend(MEMBER : a)
    {
      meet(5);
      PEEK(5);  // FINDS(members:load)
    }
    wait_for(5, 2);
  }

  // Before it was cancelled.
#pragma omp parallel
  {
#pragma omp for schedule(static, 1)
    for (int n = 0; n < 20; n++) {
      if (n == 0) {
        meet(6);
        FETCH(6);  // FINDS(loop:get)
        FLUSH;
      }
      if (n == 1) {
        meet(6);
        PEEK(6);  // FINDS(loop:load)
#pragma omp cancel for
      }
#pragma omp cancellation point for
    }
  }
  return end_handovers();
}
