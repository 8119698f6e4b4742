// Called from here, executed by the C library for code that has neither instrumentation nor frame pointers.
// object: support/frameless.c
#include "probe.h"

#include <stddef.h>

void frameless_copy(void* to, const void* from, size_t size);

static char window[8192] __attribute__((aligned(4096)));
static char other[8192] __attribute__((aligned(4096)));

NOINLINE static void all(void) {
  frameless_copy(window, other, 100);        // expect: store 0 100 100
  frameless_copy(other, window + 200, 50);   // expect: load 200 250 50
  event();
  // Several callers at one place are distinguished.
  frameless_copy(window + 300, other, 10);   // expect: store 300 310 10
  frameless_copy(window + 400, other, 10);   // expect: store 400 410 10
  event();
}

int main(void) {
  track(window, sizeof window);
  all();
  return 0;
}
