// Places that stay the same in a loop which comes by some of them only: those that are a window are recorded, and not
// what lies beside them on their page.
#include "probe.h"

enum { MANY = 64 };
struct object {
  long before;
  long window[2];  // 0
  long behind;
};
static struct object all __attribute__((aligned(4096)));
static int places[MANY];
static volatile long sink;

NOINLINE static long some(struct object* at, const int* index, int count) {
  long sum = 0;
  for (int i = 0; i < count; ++i) {
    if (index[i] % 3 == 0) continue;
    at->before += i;
    at->behind ^= i;
    if (index[i] % 2 == 0) at->window[1] = i;     // expect: store 8 16 8
    if (index[i] % 5 == 0) sum += at->window[0];  // expect: load 0 8 8
    if (index[i] < 0) at->window[0] = 1;
  }
  return sum;
}
// Of a variable, and in one line with what lies beside it.
NOINLINE static long of_all(const int* index, int count) {
  long sum = 0;
  for (int i = 0; i < count; ++i) {
    if (index[i] % 4 == 1) sum += all.before * all.window[1] - all.behind;  // expect: load 8 16 8
    if (index[i] % 4 == 2) all.window[0] = all.behind + sum;                // expect: store 0 8 8
  }
  return sum;
}
// Where a call may change what is tracked, nothing is known before it.
NOINLINE static long with_calls(struct object* at, const int* index, int count) {
  long sum = 0;
  for (int i = 0; i < count; ++i) {
    if (index[i] == 7) track(at->window, sizeof at->window);
    if (index[i] == 9) event();
    sum += at->before + at->behind + i;
    if (index[i] % 8 == 0) sum += at->window[index[i] / 8 % 2];  // expect: load 0 16 16
  }
  return sum;
}

int main(void) {
  for (int i = 0; i < MANY; ++i) places[i] = i;
  struct object mine = {1, {2, 3}, 4};
  sink = some(&mine, places, MANY);
  sink = with_calls(&all, places, MANY);
  sink = some(&all, places, MANY) + of_all(places, MANY);
  event();
  sink = some(&mine, places, MANY);
  event();
  return 0;
}
