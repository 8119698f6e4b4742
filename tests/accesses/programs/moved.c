// If the optimizer moves an access out of a loop, it is recorded at the statement that loads or stores. (clang without
// our pass no longer knows which one it was.)
// only: gcc pass plugin
#include "probe.h"
static int window[1024] __attribute__((aligned(4096)));
static volatile int sink;
static volatile int limit = 50;
static int private[10000];

NOINLINE static int repeated(const int* at, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) {
    sum += sum * i + *at;  // expect: load 0 4 4
  }
  return sum;
}
NOINLINE static int bound(const int* at, const int* bound) {
  int sum = 0;
  for (int i = 0; i < *bound; ++i) {  // expect: load 80 84 4
    sum += sum * 3 + at[i * i];
  }
  return sum;
}
NOINLINE static int partial(const int* at, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) {
    if (sum * i + i % 2) sum += 4;
    sum += sum * i + *at;  // expect: load 160 164 4
  }
  return sum;
}
NOINLINE static void stored(int* at, int count, const int* from) {
  for (int i = 0; i < count; ++i) {
    const int before = *at;      // expect: load 240 244 4
    *at = before + from[i] * i;  // expect: store 240 244 4
  }
}

int main(void) {
  track(&window, sizeof window);
  event();
  window[20] = limit;  // expect: store 80 84 4
  event();
  sink = repeated(window, limit);
  sink = bound(private, window + 20);
  sink = partial(window + 40, limit);
  stored(window + 60, limit, private);
  event();
  return 0;
}
