// Rows whose places only data determines, in loops within loops: together they are exactly the accessed bytes, and rows
// that lie one after the other are reported together.
#include "probe.h"

enum { MANY = 4096 };
static struct {
  double value[MANY];  // 0
  int column[MANY];    // 32768
  int apart[MANY];     // 49152: from its middle on a window
} all __attribute__((aligned(4096)));
static double own_value[MANY];
static int own_column[MANY];
static volatile double sink;

NOINLINE static double one_behind_the_other(const double* value, const int* column, const int* begin, int rows) {
  double sum = 0;
  for (int r = 0; r < rows; ++r) {
    for (int k = begin[r]; k < begin[r + 1]; ++k) {
      sum += value[k]      // expect: load 80 8080 8000 records 1
             * column[k];  // expect: load 32808 36808 4000 records 1
    }
  }
  return sum;
}
// Some after each other, some over each other, some downwards, some far apart.
NOINLINE static double anywhere(const double* value, const int* begin, const int* end, int rows) {
  double sum = 0;
  for (int r = 0; r < rows; ++r) {
    for (int k = begin[r]; k < end[r]; ++k) {
      sum += value[k];  // expect: load 0 24008 888
    }
  }
  return sum;
}
NOINLINE static double triangle(const double* value, int rows) {
  double sum = 0;
  for (int r = 0; r < rows; ++r) {
    for (int k = 0; k < r; ++k) {
      sum += value[k] * r;  // expect: load 0 392 392
    }
  }
  return sum;
}
// Left in the middle.
NOINLINE static double until(const double* value, const int* begin, int rows, double most) {
  double sum = 0;
  for (int r = 0; r < rows; ++r) {
    for (int k = begin[r]; k < begin[r + 1]; ++k) {
      sum += value[k];  // expect: load 80 960 880
    }
    if (sum >= most) return sum;
  }
  return -sum;
}
// One array is a window and the other is not.
NOINLINE static double only_values(const double* value, const int* column, const int* begin, int rows) {
  double sum = 0;
  for (int r = 0; r < rows; ++r) {
    for (int k = begin[r]; k < begin[r + 1]; ++k) {
      sum += value[k] * column[k];  // expect: load 80 8080 8000
    }
  }
  return sum;
}
NOINLINE static void written(int* column, const int* begin, int rows) {
  for (int r = 0; r < rows; ++r) {
    for (int k = begin[r]; k < begin[r + 1]; ++k) {
      column[k] = r + k;  // expect: store 32808 36808 4000
    }
  }
}
NOINLINE static int half(const int* apart, const int* begin, int rows) {
  int sum = 0;
  for (int r = 0; r < rows; ++r) {
    for (int k = begin[r]; k < begin[r + 1]; ++k) {
      sum += apart[k];  // expect: load 57344 65536 8192
    }
  }
  return sum;
}
// An event between the rows.
NOINLINE static double with_events(const double* value, const int* begin, int rows) {
  double sum = 0;
  for (int r = 0; r < rows; ++r) {
    for (int k = begin[r]; k < begin[r + 1]; ++k) {
      sum += value[k];  // expect: load 80 8080 8000
    }
    event();
  }
  return sum;
}

int main(void) {
  enum { ROWS = 100 };
  static int begin[ROWS + 1];
  static int all_begin[ROWS + 1];
  for (int i = 0; i < MANY; ++i) all.value[i] = own_value[i] = 1;
  // Of different lengths, some empty.
  for (int i = 0; i <= ROWS; ++i) begin[i] = 10 + 10 * i - (i % 3 == 1 ? 10 : 0);
  for (int i = 0; i <= ROWS; ++i) all_begin[i] = MANY / ROWS * i;
  begin[ROWS] = 10 + 10 * ROWS;
  all_begin[ROWS] = MANY;
  track(all.value, sizeof all.value);
  track_also(all.column, sizeof all.column);
  track_also(all.apart + MANY / 2, sizeof all.apart / 2);
  event();
  sink = one_behind_the_other(all.value, all.column, begin, ROWS);
  sink = one_behind_the_other(own_value, own_column, begin, ROWS);
  event();
  static const int from[] = {1000, 10, 20, 15, 1040, 0, 3000, 2999, 500, 1030, 12, 990},
                   to[] = {1010, 20, 30, 25, 1050, 10, 3001, 3000, 540, 1040, 14, 999};
  sink = anywhere(all.value, from, to, sizeof from / sizeof *from);
  event();
  sink = triangle(all.value, 50);
  event();
  sink = until(all.value, begin, ROWS, 95);
  event();
  sink = only_values(all.value, own_column, begin, ROWS);
  event();
  written(all.column, begin, ROWS);
  event();
  sink = half(all.apart, all_begin, ROWS);
  event();
  sink = with_events(all.value, begin, ROWS);
  event();
  return 0;
}
