// What OpenMP leaves to any thread is unordered, whichever thread runs it: here one thread runs all of it. (The program
// does not ask for one in a clause: it could be the user's OMP_NUM_THREADS.)
// flags: -fopenmp
// ranks: 1
// finds: chunks FP-RACE
// finds: runtime FP-RACE
// finds: singles FP-RACE
// finds: master_first FP-RACE
// finds: master_last FP-RACE
// finds: behind_nowait FP-RACE
// finds: siblings FP-RACE
// finds: creator FP-RACE
// finds: grandchild FP-RACE
// finds: addresses FP-RACE
// finds: readers FP-RACE
// finds: loop_of_tasks FP-RACE
// finds: untied FP-RACE
#include <omp.h>

#include "handover.h"

static void worksharing(void) {
#pragma omp parallel
  {
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 2; i++) {
      if (i == 0) {
        FETCH(1);  // FINDS(chunks:get)
        FLUSH;
      } else {
        PEEK(1);  // FINDS(chunks:load)
      }
    }

#pragma omp for schedule(runtime)
    for (int i = 0; i < 2; i++) {
      if (i == 0) {
        FETCH(8);  // FINDS(runtime:get)
        FLUSH;
      } else {
        PEEK(8);  // FINDS(runtime:load)
      }
    }

#pragma omp single nowait
    {
      FETCH(3);  // FINDS(singles:get)
      FLUSH;
    }
#pragma omp single
    PEEK(3);  // FINDS(singles:load)
  }

  // (gcc asks for the thread's number once in a region and keeps it.)
#pragma omp parallel
  {
#pragma omp master
    {
      FETCH(4);  // FINDS(master_first:get)
      FLUSH;
    }
#pragma omp single
    PEEK(4);  // FINDS(master_first:load)
  }

#pragma omp parallel
  {
#pragma omp single nowait
    {
      FETCH(5);  // FINDS(master_last:get)
      FLUSH;
    }
#pragma omp master
    PEEK(5);  // FINDS(master_last:load)
  }

#pragma omp parallel
  {
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 1; i++) {
      FETCH(6);  // FINDS(behind_nowait:get)
      FLUSH;
    }
    PEEK(6);  // FINDS(behind_nowait:load)
  }
}

static void tasks(void) {
  int a = 0, b = 0;
  (void)a, (void)b;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    {
      FETCH(10);  // FINDS(siblings:get)
      FLUSH;
    }
#pragma omp task
    PEEK(10);  // FINDS(siblings:load)
#pragma omp taskwait

#pragma omp task
    {
      FETCH(11);  // FINDS(creator:get)
      FLUSH;
    }
    PEEK(11);  // FINDS(creator:load)
#pragma omp taskwait

#pragma omp task
    {
#pragma omp task
      {
        FETCH(12);  // FINDS(grandchild:get)
        FLUSH;
      }
    }
#pragma omp taskwait
#pragma omp task
    PEEK(12);  // FINDS(grandchild:load)
#pragma omp taskwait

#pragma omp task depend(out : a)
    {
      FETCH(13);  // FINDS(addresses:get)
      FLUSH;
    }
#pragma omp task depend(in : b)
    PEEK(13);  // FINDS(addresses:load)
#pragma omp taskwait

#pragma omp task depend(out : a)
    (void)0;
#pragma omp task depend(in : a)
    {
      FETCH(14);  // FINDS(readers:get)
      FLUSH;
    }
#pragma omp task depend(in : a)
    PEEK(14);  // FINDS(readers:load)
#pragma omp taskwait

#pragma omp taskloop grainsize(1)
    for (int n = 0; n < 2; n++) {
      if (n == 0) {
        FETCH(15);  // FINDS(loop_of_tasks:get)
        FLUSH;
      } else {
        PEEK(15);  // FINDS(loop_of_tasks:load)
      }
    }

#pragma omp task untied
    {
      FETCH(16);  // FINDS(untied:get)
      FLUSH;
    }
#pragma omp task untied
    PEEK(16);  // FINDS(untied:load)
  }
}

int main(void) {
  start_handovers();
  omp_set_dynamic(0);
  omp_set_num_threads(1);
  worksharing();
  tasks();
  return end_handovers();
}
