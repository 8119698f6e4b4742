// Loads that the program does not make are not recorded, although the optimizer would find them harmless. (Of another
// thread's buffer they would be races that nobody has written. gcc moves such loads out of loops even for its sanitizer.)
// only: pass
#include "probe.h"

static int window[4096] __attribute__((aligned(4096)));
static volatile int sink;
static volatile int limit = 50;

NOINLINE static int only_if(const int* flags, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) {
    if (flags[i]) sum += window[7];
  }
  return sum;
}
NOINLINE static int either(int which) {
  int value = 3;
  if (which) value = window[9];
  return value * 5;
}
NOINLINE static int once_of_many(int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) {
    if (i == 20) sum += window[11];  // expect: load 44 48 4
    if (i == 100) sum += window[12];
  }
  return sum;
}

int main(void) {
  static const int flags[100];
  track(window, sizeof window);
  event();
  sink = only_if(flags, limit);
  sink = either(limit - 50);
  sink = once_of_many(limit);
  event();
  return 0;
}
