// What the constructs of OpenMP order, each by itself: the data of one thread's fetch, taken by another.
// flags: -fopenmp
// ranks: 1
#include <omp.h>

#include "handover.h"

static int next_box(void) {
  static int number = 0;
  return number++ % ELEMENTS;
}
// Before a fetch of the same element again.
static int clean(void) {
  int i = next_box();
  box[i] = 0;
  return i;
}
static void fetch(int i) {
  FETCH(i);
  FLUSH;
}

int main(void) {
  start_handovers();
  omp_set_dynamic(0);
  omp_set_max_active_levels(2);
  omp_set_num_threads(3);
  int i = clean(), j, k, l;

  // Regions, from and to the thread around them.
  fetch(i);
#pragma omp parallel
  TAKE(i);
  i = clean();
#pragma omp parallel
  if (omp_get_thread_num() == 1) fetch(i);
  TAKE(i);

  // Barriers, of all kinds.
  i = clean(), j = clean(), k = clean(), l = clean();
#pragma omp parallel
  {
    if (omp_get_thread_num() == 1) fetch(i);
#pragma omp barrier
    TAKE(i);
#pragma omp for
    for (int n = 0; n < 3; n++)
      if (n == 2) fetch(j);
    TAKE(j);
#pragma omp single
    fetch(k);
    TAKE(k);
#pragma omp sections
    {
#pragma omp section
      fetch(l);
#pragma omp section
      TAKE(k);
    }
    TAKE(l);
  }

  // Loops of all schedules, and reductions.
  int sum = 0;
  i = clean(), j = clean(), k = clean(), l = clean();
#pragma omp parallel
  {
#pragma omp for schedule(static, 1)
    for (int n = 0; n < 6; n++)
      if (n == 5) fetch(i);
#pragma omp for schedule(dynamic)
    for (int n = 0; n < 6; n++) {
      TAKE(i);
      if (n == 5) fetch(j);
    }
#pragma omp for schedule(guided)
    for (int n = 0; n < 6; n++) {
      TAKE(j);
      if (n == 5) fetch(k);
    }
#pragma omp for schedule(runtime) reduction(+ : sum)
    for (int n = 0; n < 6; n++) {
      TAKE(k);
      sum += n;
      if (n == 5) fetch(l);
    }
    TAKE(l);
  }
  REQUIRE(sum == 15);
  i = clean();
#pragma omp parallel for reduction(+ : sum) schedule(dynamic, 2)
  for (int n = 0; n < 6; n++) {
    sum += n;
    if (n == 4) fetch(i);
  }
  TAKE(i);
  REQUIRE(sum == 30);

  // Master with a barrier behind it, copyprivate, nowait with one barrier for two loops.
  i = clean(), j = clean(), k = clean();
#pragma omp parallel
  {
    int copied = 0;
#pragma omp master
    fetch(i);
#pragma omp barrier
    TAKE(i);
#pragma omp single copyprivate(copied)
    {
      fetch(j);
      copied = 5;
    }
    TAKE(j);
    REQUIRE(copied == 5);
#pragma omp for nowait
    for (int n = 0; n < 3; n++)
      if (n == 0) fetch(k);
#pragma omp for
    for (int n = 0; n < 3; n++) continue;
    TAKE(k);
  }

  // Critical sections, named and not, and locks: whoever comes second sees what the first has done.
  omp_lock_t lock;
  omp_nest_lock_t nest;
  omp_init_lock(&lock);
  omp_init_nest_lock(&nest);
  int done[4] = {0};
  i = clean(), j = clean(), k = clean(), l = clean();
#pragma omp parallel num_threads(2)
  {
#pragma omp critical
    if (done[0]++)
      TAKE(i);
    else
      fetch(i);
#pragma omp critical(name)
    if (done[1]++)
      TAKE(j);
    else
      fetch(j);
    omp_set_lock(&lock);
    if (done[2]++)
      TAKE(k);
    else
      fetch(k);
    omp_unset_lock(&lock);
    while (!omp_test_nest_lock(&nest)) continue;
    omp_set_nest_lock(&nest);
    if (done[3]++)
      TAKE(l);
    else
      fetch(l);
    omp_unset_nest_lock(&nest);
    omp_unset_nest_lock(&nest);
  }
  omp_destroy_lock(&lock);
  omp_destroy_nest_lock(&nest);

  // Ordered sections, and loops whose iterations wait for each other.
  i = clean(), j = clean();
#pragma omp parallel
  {
#pragma omp for ordered schedule(static, 1)
    for (int n = 0; n < 3; n++) {
#pragma omp ordered
      if (n == 0)
        fetch(i);
      else
        TAKE(i);
    }
#pragma omp for ordered(1) schedule(static, 1)
    for (int n = 0; n < 3; n++) {
#pragma omp ordered depend(sink : n - 1)
      if (n == 0)
        fetch(j);
      else
        TAKE(j);
#pragma omp ordered depend(source)
    }
  }

  // Flags with release and acquire.
  int flag = 0;
  i = clean();
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 0) {
    fetch(i);
#pragma omp atomic write release
    flag = 1;
  } else {
    int seen = 0;
    while (!seen) {
#pragma omp atomic read acquire
      seen = flag;
    }
    TAKE(i);
  }

  // Regions within regions.
  i = clean(), j = clean();
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
#pragma omp parallel num_threads(2)
      {
        if (omp_get_thread_num() == 1) fetch(i);
#pragma omp barrier
        TAKE(i);
      }
      TAKE(i);
    }
#pragma omp barrier
    TAKE(i);
#pragma omp parallel num_threads(2)
    TAKE(i);
  }
  return end_handovers();
}
