// Long rows of equal length that a loop finds one by one: at equal distances or not, the same one again, upwards and
// downwards, near and far, in the window and elsewhere. Exactly what is loaded is recorded, and rows at equal distances
// are few records.
// only: gcc pass plugin
#include "probe.h"

enum { WIDTH = 256, ROWS = 12, FAR = 1 << 20 };
static long window[ROWS][WIDTH] __attribute__((aligned(4096)));
static long elsewhere[ROWS][WIDTH];
static long far_away[FAR];
static volatile long sink;

NOINLINE static long in_order(long* const* row, int rows, int count) {
  long sum = 0;
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < count; ++j) sum += 3 * row[i][j];  // expect: load 0 15136 4800
  }
  return sum;
}
NOINLINE static long downwards(long* const* row, int rows, int count) {
  long sum = 0;
  for (int i = rows; i-- > 0;) {
    for (int j = 0; j < count; ++j) sum += 5 * row[i][j];  // expect: load 0 6848 2816
  }
  return sum;
}
NOINLINE static long in_no_order(long* const* row, int rows, int count) {
  long sum = 0;
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < count; ++j) sum += 7 * row[i][j];  // expect: load 2048 23232 4928
  }
  return sum;
}
NOINLINE static long short_ones(long* const* row, int rows, int count) {
  long sum = 0;
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < count; ++j) sum += 9 * row[i][j];  // expect: load 2048 22576 336
  }
  return sum;
}
NOINLINE static long until(long* const* row, int rows, int count, long limit) {
  long sum = 0;
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < count; ++j) sum += row[i][j];  // expect: load 0 4896 2400
    if (sum >= limit) return sum;
  }
  return -sum;
}
// Every third element of each.
NOINLINE static void thinly(long* const* row, int rows, int count) {
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < count; ++j) row[i][3 * j] = i;  // expect: store 4096 24192 5600
  }
}
// Rows of a part, each chosen by a condition.
NOINLINE static long chosen(const long* above, const long* own, const long* below, int rows, int count) {
  long sum = 0;
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < count; ++j) {
      const long* before = i < 1 ? above : own + (i - 1) * WIDTH;
      const long* behind = i + 1 < rows ? own + (i + 1) * WIDTH : below;
      sum += before[j];  // expect: load 2048 15136 4800
      sum -= behind[j];  // expect: load 8192 19232 4800
    }
  }
  return sum;
}

int main(void) {
  long* rows[ROWS];
  for (int i = 0; i < ROWS; ++i) rows[i] = window[i];
  track(window, sizeof window);
  event();
  sink = in_order(rows, 4, 100);
  event();
  long* two_apart[] = {window[3], window[5], window[7], elsewhere[1], elsewhere[2]};
  sink = in_order(two_apart, 5, 100);
  event();
  sink = downwards(rows, 4, 88);
  event();
  long* mixed[] = {window[2],    window[2], window[2], window[5], window[8], window[11],         elsewhere[2],
                   elsewhere[3], window[1], window[1], window[3], far_away,  far_away + FAR / 2, window[7]};
  sink = in_no_order(mixed, 14, 88);
  event();
  sink = short_ones(mixed, 14, 6);
  event();
  sink = until(rows, ROWS, 100, 0) + until(rows, 0, 100, 0);
  window[2][0] = 1;  // expect: store 4096 4104 8
  sink = until(rows, ROWS, 100, 1);
  event();
  thinly(rows + 2, 10, 70);
  event();
  sink = chosen(window[1], window[3], window[9], 6, 100);
  event();
  return 0;
}
