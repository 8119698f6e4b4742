// What rarer constructs of OpenMP order: masked regions, sets of tasks, loops that wait for each other in two
// dimensions, groups with reductions, and everything that is cancelled.
// flags: -fopenmp
// ranks: 1
#include "handover.h"

#include <omp.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

static void fetch(int i) {
  FETCH(i);
  FLUSH;
}

int main(int argc, char** argv) {
  (void)argc;
  // Has to be known before the runtime starts.
  if (!omp_get_cancellation() && getenv("OMP_CANCELLATION") == NULL) {
    setenv("OMP_CANCELLATION", "true", 1);
    execv("/proc/self/exe", argv);
  }
  REQUIRE(omp_get_cancellation());
  start_handovers();
  omp_set_dynamic(0);
  omp_set_num_threads(3);

#pragma omp parallel
  {
#pragma omp masked filter(1)
    fetch(0);
#pragma omp barrier
    TAKE(0);
  }

  // The first of a row has what the one above it has, and that what was to the left of it.
#pragma omp parallel for ordered(2) schedule(static, 1)
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
      if (i == 0 && j == 1) fetch(1);
      if (i == 1 && j == 1) TAKE(1);
      if (i == 1 && j == 0) fetch(2);
      if (i == 2 && j == 2) {
        TAKE(1);
        TAKE(2);
      }
#pragma omp ordered depend(source)
    }
  }
#pragma omp parallel
#pragma omp single
  {
    int a = 0, sum = 0;
    (void)a;
#if defined(__clang__) || __GNUC__ >= 13
#pragma omp task depend(out : a)
    fetch(5);
#pragma omp task depend(inoutset : a)
    {
      TAKE(5);
      fetch(6);
    }
#pragma omp task depend(inoutset : a)
    {
      TAKE(5);
      fetch(7);
    }
#pragma omp task depend(in : a)
    {
      TAKE(6);
      TAKE(7);
      fetch(8);
    }
#pragma omp task depend(inoutset : a)
    TAKE(8);
#pragma omp taskwait
#endif

#pragma omp taskgroup task_reduction(+ : sum)
    {
      for (int n = 0; n < 6; n++) {
#pragma omp task in_reduction(+ : sum)
        {
          sum += n;
#pragma omp task in_reduction(+ : sum)
          {
            sum += 1;
            fetch(10 + n);
          }
        }
      }
      for (int i = 0; i < 20; i++) sched_yield();
    }
    for (int n = 0; n < 6; n++) TAKE(10 + n);
    REQUIRE(sum == 15 + 6);

    // What a group that is cancelled has still done.
    int done = 0;
#pragma omp taskgroup
    {
      for (int n = 0; n < 6; n++) {
#pragma omp task shared(done)
        {
          fetch(20 + n);
#pragma omp atomic
          done |= 1 << n;
#pragma omp cancel taskgroup
        }
      }
    }
    for (int n = 0; n < 6; n++) {
      if (done & 1 << n) TAKE(20 + n);
    }
  }

  // A loop, sections and a region that are cancelled end with all their threads.
#pragma omp parallel
  {
#pragma omp for schedule(static, 1)
    for (int n = 0; n < 30; n++) {
#pragma omp cancellation point for
      if (n == 1) {
        fetch(30);
#pragma omp cancel for
      }
    }
    TAKE(30);
#pragma omp sections
    {
#pragma omp section
      {
        fetch(31);
#pragma omp cancel sections
      }
#pragma omp section
      sched_yield();
    }
    TAKE(31);
  }
#pragma omp parallel
  {
    if (omp_get_thread_num() == 2) {
      fetch(33);
#pragma omp cancel parallel
    }
#pragma omp barrier
    REQUIRE(omp_get_thread_num() != 2);
  }
  TAKE(33);
  return end_handovers();
}
