/* Preloaded on one machine: its wall clock is SKEWED_CLOCK seconds ahead of the others'. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

int clock_gettime(clockid_t clock, struct timespec* time) {
  static int (*next)(clockid_t, struct timespec*);
  static long offset;
  if (next == NULL) {
    const char* seconds = getenv("SKEWED_CLOCK");
    offset = seconds != NULL ? atol(seconds) : 0;
    next = (int (*)(clockid_t, struct timespec*))dlsym(RTLD_NEXT, "clock_gettime");
  }
  const int result = next(clock, time);
  if (clock == CLOCK_REALTIME) time->tv_sec += offset;
  return result;
}
