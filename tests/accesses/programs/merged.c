// If the optimizer merges two statements, the access is recorded at one of them.
// only: pass plugin
#include "probe.h"
static int window[1024] __attribute__((aligned(4096)));
static volatile int sink;
static volatile int no = 0;

NOINLINE static int either(const int* at, int which) {
  int sum;
  if (which)
    sum = at[0] * 3;
  else
    sum = at[1] * 5;  // expect: load 324 328 4
  return sum;
}
NOINLINE static int either_same(const int* at, int which, int x) {
  int sum;
  if (which)
    sum = x + at[0];
  else
    sum = x * at[0];  // expect: load 480 484 4
  return sum + 1;
}

int main(void) {
  track(&window, sizeof window);
  event();
  sink = either(window + 80, no);
  sink = either_same(window + 120, no, 5);
  event();
  return 0;
}
