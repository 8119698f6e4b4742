// What the tasks of OpenMP order: the data of one task's fetch, taken by another.
// flags: -fopenmp
// ranks: 1
#include <omp.h>
#include <sched.h>

#include "handover.h"

static void fetch(int i) {
  FETCH(i);
  FLUSH;
}
// So that others get something to do.
static void linger(void) {
  for (int i = 0; i < 20; i++) sched_yield();
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
    // From the creator, and to who waits.
    fetch(0);
    for (int n = 0; n < 6; n++) {
#pragma omp task
      TAKE(0);
    }
#pragma omp task
    fetch(1);
    linger();
#pragma omp taskwait
    TAKE(1);
    // Grandchildren, too, in a group.
#pragma omp taskgroup
    {
#pragma omp task
      {
#pragma omp task
        fetch(2);
        linger();
      }
      linger();
    }
    TAKE(2);
    // Dependences.
#pragma omp task depend(out : a)
    fetch(3);
    for (int n = 0; n < 3; n++) {
#pragma omp task depend(in : a)
      TAKE(3);
    }
#pragma omp task depend(inout : a)
    fetch(4);
#pragma omp task depend(in : a) depend(out : b)
    TAKE(4);
#pragma omp task depend(in : b)
    TAKE(4);
#pragma omp taskwait
    // After readers.
#pragma omp task depend(out : b)
    linger();
#pragma omp task depend(in : b)
    fetch(5);
#pragma omp task depend(in : b)
    fetch(6);
#pragma omp task depend(inout : b)
    {
      TAKE(5);
      TAKE(6);
    }
#pragma omp task depend(in : b)
    {
      TAKE(5);
      TAKE(6);
    }
    linger();
#pragma omp taskwait
    // Sets of mutual exclusion.
    int done = 0;
    for (int n = 0; n < 4; n++) {
#pragma omp task depend(mutexinoutset : a) shared(done)
      if (done++)
        TAKE(7);
      else
        fetch(7);
    }
#pragma omp task depend(in : a)
    TAKE(7);
    linger();
#pragma omp taskwait
    // Waiting for some.
#pragma omp task depend(out : a)
    fetch(8);
#pragma omp taskwait depend(in : a)
    TAKE(8);
    // Loops of tasks, which wait at their end.
#pragma omp taskloop grainsize(1)
    for (int n = 0; n < 6; n++) {
      TAKE(8);
      fetch(9 + n);
    }
    for (int n = 0; n < 6; n++) TAKE(9 + n);
    // Without waiting: the barrier does.
#pragma omp task untied
    {
      fetch(16);
#pragma omp taskyield
      TAKE(16);
    }
#pragma omp task if (0)
    fetch(17);
    TAKE(17);
#pragma omp task final(1)
    fetch(18);
  }
  TAKE(16);
  TAKE(18);

  // A barrier finishes the tasks in front of it.
#pragma omp parallel
  {
#pragma omp master
    for (int n = 0; n < 6; n++) {
#pragma omp task
      fetch(20 + n);
    }
#pragma omp barrier
    for (int n = 0; n < 6; n++) TAKE(20 + n);
  }

  // A detached task: who waits for it, waits for who fulfills its event.
#pragma omp parallel
#pragma omp single
  {
    omp_event_handle_t event;
#pragma omp task detach(event) depend(out : a)
    linger();
#pragma omp task firstprivate(event)
    {
      fetch(30);
      omp_fulfill_event(event);
    }
#pragma omp task depend(in : a)
    TAKE(30);
#pragma omp taskwait
    TAKE(30);
  }
  return end_handovers();
}
