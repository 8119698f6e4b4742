// Two neighbours of 8 bytes at once, aligned as each of them is.
#include "probe.h"

typedef double pair __attribute__((vector_size(16), aligned(8)));

static double window[4096] __attribute__((aligned(4096)));
static volatile double sink;

NOINLINE static void all(double* to, int count) {
  for (int i = 0; i < count; ++i) {
    *(pair*)(to + 2 * i) = (pair){1, 2};  // expect: store 8 16008 16000
  }
}
NOINLINE static double some(const double* from, int count) {
  double sum = 0;
  for (int i = 0; i < count; ++i) {
    const pair two = *(const pair*)(from + i * 7 % 1000);  // expect: load 16008 24016 8008
    sum += two[0] + two[1];
  }
  return sum;
}

int main(void) {
  track(window, sizeof window);
  event();
  all(window + 1, 1000);
  event();
  sink = some(window + 2001, 1000);
  event();
  return 0;
}
