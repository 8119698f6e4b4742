// More of OpenMP that orders threads: reductions in the window, teams, cancellation, dependence objects, iterators,
// task reductions, and the old entry points of gcc's runtime.
// flags: -fopenmp
// ranks: 1
#include "handover.h"

#include <omp.h>
#include <sched.h>

static void fetch(int i) {
  FETCH(i);
  FLUSH;
}

#ifndef __clang__
void GOMP_parallel_start(void (*function)(void*), void* data, unsigned threads);
void GOMP_parallel_end(void);
static void old_region(void* unused) {
  (void)unused;
  TAKE(30);
  if (omp_get_thread_num() == 1) fetch(31);
#pragma omp barrier
  TAKE(31);
  if (omp_get_thread_num() == 2) fetch(32);
}
#endif

int main(void) {
  start_handovers();
  omp_set_dynamic(0);
  omp_set_num_threads(3);
  int* memory;
  int found;
  MPI_Win_get_attr(window, MPI_WIN_BASE, &memory, &found);

  // Reductions whose result is window memory, put right after.
  memory[0] = 0;
#pragma omp parallel for reduction(+ : memory[0 : 1])
  for (int n = 0; n < 30; n++) memory[0] += n;
  MPI_Get(&box[0], 1, MPI_INT, 0, 0, 1, MPI_INT, window);
  FLUSH;
  REQUIRE(box[0] == 435);
#pragma omp parallel
  {
#pragma omp for reduction(+ : memory[0 : 2])
    for (int n = 0; n < 30; n++) memory[n % 2] += n;
#pragma omp single
    fetch(1);
    REQUIRE(box[1] == 101 + 225);
#pragma omp barrier
#pragma omp sections reduction(+ : memory[1 : 1])
    {
#pragma omp section
      memory[1] -= 200;
#pragma omp section
      memory[1] -= 25;
    }
#pragma omp master
    fetch(1);
  }
  TAKE(1);

  // Teams on the host.
  fetch(2);
#pragma omp teams num_teams(2)
#pragma omp distribute
  for (int n = 0; n < 2; n++) TAKE(2);
#pragma omp teams num_teams(2)
  if (omp_get_team_num() == 0) fetch(3);
  TAKE(3);

  // A region that is cancelled ends with all its threads.
#pragma omp parallel
  {
    if (omp_get_thread_num() == 1) {
      fetch(4);
#pragma omp cancel parallel
    }
#pragma omp cancellation point parallel
  }
  TAKE(4);

#pragma omp parallel
#pragma omp single
  {
    int a[4] = {0}, sum = 0;
    (void)a;
    // Dependences by objects and iterators, on all of an array.
    omp_depend_t object;
#pragma omp depobj(object) depend(inout : a[0])
#pragma omp task depend(depobj : object)
    fetch(5);
#pragma omp task depend(in : a[0])
    TAKE(5);
#pragma omp task depend(iterator(k = 0 : 4), inout : a[k])
    fetch(6);
    for (int n = 0; n < 4; n++) {
#pragma omp task depend(in : a[n])
      TAKE(6);
    }
    for (int i = 0; i < 20; i++) sched_yield();
#pragma omp taskwait
#pragma omp depobj(object) destroy
    // Loops of tasks without a group, and with reductions.
#pragma omp taskloop grainsize(1) nogroup
    for (int n = 0; n < 4; n++) fetch(7 + n);
    for (int i = 0; i < 20; i++) sched_yield();
#pragma omp taskwait
    for (int n = 0; n < 4; n++) TAKE(7 + n);
#pragma omp taskloop grainsize(2) reduction(+ : sum)
    for (int n = 0; n < 8; n++) {
      sum += n;
      if (n == 7) fetch(11);
    }
    TAKE(11);
    REQUIRE(sum == 28);
#pragma omp taskgroup task_reduction(+ : sum)
    {
#pragma omp task in_reduction(+ : sum)
      {
        sum += 2;
        fetch(12);
      }
#pragma omp task in_reduction(+ : sum)
      sum += 3;
    }
    TAKE(12);
    REQUIRE(sum == 33);
    // Groups within groups, and tasks of tasks.
#pragma omp taskgroup
    {
#pragma omp task
      {
#pragma omp taskgroup
        {
#pragma omp task
          fetch(13);
        }
        TAKE(13);
#pragma omp task
        fetch(14);
      }
    }
    TAKE(13);
    TAKE(14);
  }

  // Locks, atomic capture as a lock.
  omp_lock_t lock;
  omp_init_lock(&lock);
  int done = 0, ticket = 0, turn = 0;
#pragma omp parallel
  {
    omp_set_lock(&lock);
    if (done++)
      TAKE(26);
    else
      fetch(26);
    omp_unset_lock(&lock);
    int mine, now;
#pragma omp atomic capture
    mine = ticket++;
    do {
#pragma omp atomic read seq_cst
      now = turn;
    } while (now != mine);
    if (mine == 0)
      fetch(27);
    else
      TAKE(27);
#pragma omp atomic update seq_cst
    turn++;
  }
  omp_destroy_lock(&lock);

#ifndef __clang__
  fetch(30);
  GOMP_parallel_start(old_region, NULL, 3);
  old_region(NULL);
  GOMP_parallel_end();
  TAKE(32);
#endif
  return end_handovers();
}
