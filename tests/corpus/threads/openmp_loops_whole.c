// Fencepost passes loops on in smaller pieces than the runtime hands out: each iteration is still made once.
// flags: -fopenmp
// ranks: 1
#include <omp.h>

#include "handover.h"

enum { MOST = 1000 };
static int made[MOST], inner[MOST];

static void each_was_made(int count, int times) {
  for (int i = 0; i < count; i++) {
    REQUIRE(made[i] == times);
    made[i] = 0;
  }
}
static void steps(int n) {
#pragma omp parallel for schedule(guided)
  for (int i = 0; i < n; i++) made[i]++;
  each_was_made(n, 1);
#pragma omp parallel for schedule(guided, 7)
  for (int i = 0; i < n; i += 3) made[i / 3]++;
  each_was_made((n + 2) / 3, 1);
#pragma omp parallel for schedule(guided)
  for (int i = n; i > 0; i -= 2) made[(n - i) / 2]++;
  each_was_made((n + 1) / 2, 1);
  const unsigned long long high = 0xfffffffffffff000ULL;
#pragma omp parallel for schedule(guided)
  for (unsigned long long i = high; i < high + (unsigned)n; i++) made[i - high]++;
  each_was_made(n, 1);
#pragma omp parallel for schedule(guided)
  for (unsigned long long i = (unsigned)n; i > 0; i--) made[(unsigned)n - i]++;
  each_was_made(n, 1);
}
static void clauses(int n) {
  int sum = 0, last = -1, third = -1, next = 0, tasks = 0;
#pragma omp parallel for schedule(guided) lastprivate(last) reduction(+ : sum)
  for (int i = 0; i < n; i++) {
    sum += i;
    last = i;
  }
  REQUIRE(sum == n * (n - 1) / 2 && last == n - 1);
#pragma omp parallel for schedule(guided) lastprivate(conditional : third)
  for (int i = 0; i < n; i++)
    if (i % 3 == 0) third = i;
  REQUIRE(third == (n - 1) / 3 * 3);
#pragma omp parallel for schedule(guided) ordered
  for (int i = 0; i < n; i++) {
#pragma omp ordered
    REQUIRE(next++ == i);
  }
#pragma omp parallel
#pragma omp for schedule(guided) reduction(task, + : tasks)
  for (int i = 0; i < n; i++) {
#pragma omp task in_reduction(+ : tasks)
    tasks++;
  }
  REQUIRE(tasks == n);
  next = 1;
#pragma omp parallel for schedule(guided) ordered(1)
  for (int i = 1; i < n; i++) {
#pragma omp ordered depend(sink : i - 1)
    REQUIRE(next++ == i);
#pragma omp ordered depend(source)
  }
}
static void nested(int n) {
#pragma omp parallel
  {
#pragma omp for schedule(guided) nowait
    for (int i = 0; i < n; i++) {
#pragma omp parallel for schedule(guided) num_threads(2)
      for (int j = 0; j < 5; j++) {
#pragma omp atomic
        inner[i]++;
      }
#pragma omp atomic
      made[i]++;
    }
// (Others may still be in the loop before: nowait.)
#pragma omp for schedule(runtime)
    for (int i = 0; i < n; i++) {
#pragma omp atomic
      made[i]++;
    }
#pragma omp for schedule(dynamic, 5)
    for (int i = 0; i < n; i++) made[i]++;
  }
  for (int i = 0; i < n; i++) {
    REQUIRE(inner[i] == 5);
    inner[i] = 0;
  }
  each_was_made(n, 3);
}

int main(void) {
  start_handovers();
  omp_set_dynamic(0);
  for (int threads = 1; threads <= 3; threads++) {
    omp_set_num_threads(threads);
    for (int n = 1; n < MOST; n = n * 3 + 1) {
      omp_set_schedule(n % 2 == 0 ? omp_sched_static : omp_sched_guided, 0);
      steps(n);
      clauses(n);
      nested(n);
    }
  }
  FETCH(0);
  FLUSH;
  return end_handovers();
}
