// A flag between flushes of OpenMP, by which one thread tells another that it has sent something.
#ifndef FENCEPOST_TESTS_OMP_FLUSH_FLAG_H
#define FENCEPOST_TESTS_OMP_FLUSH_FLAG_H

#include <sched.h>

static int is_sent;

static void say_sent(void) {
#pragma omp flush
  is_sent = 1;
#pragma omp flush
}

static void wait_until_sent(void) {
  int seen = 0;
  while (!seen) {
    sched_yield();
#pragma omp flush
    seen = is_sent;
  }
#pragma omp flush
}

#endif
