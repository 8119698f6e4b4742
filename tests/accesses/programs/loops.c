// Loops over a window: each is one record, whatever its form.
#include "probe.h"

static double window[100][50];
static double private_memory[100];
static volatile double sink;

NOINLINE static void once(double* at) {
  *at = 1;  // expect: store 80 88 8 from 81 records 1
}
NOINLINE static double sum(const double* values, int count) {
  double total = 0;
  for (int i = 0; i < count; ++i) {
    total += values[i];  // expect: load 0 40000 40000 from 83 records 1
  }
  return total;
}
NOINLINE static void same(double* at, int count) {
  for (int i = 0; i < count; ++i) {
    *(volatile double*)at = i;  // expect: store 16 24 8 records 1
  }
}
NOINLINE static void backwards(int* values, int count) {
  for (int i = count; i-- > 0;) {
    values[i] = i;  // expect: store 400 800 400 records 1
  }
}
NOINLINE static void strided(char* bytes, int count, int step) {
  for (int i = 0; i < count; ++i) {
    bytes[i * step] = 1;  // expect: store 0 991 100 records 1
  }
}
NOINLINE static void interior(double (*matrix)[50]) {
  for (int i = 1; i < 99; ++i) {
    for (int j = 1; j < 49; ++j) {
      matrix[i][j] = i + j;  // expect: store 408 39592 37632 records 4
    }
  }
}
NOINLINE static void columns(double (*matrix)[50]) {
  for (int j = 0; j < 5; ++j) {
    for (int i = 0; i < 100; ++i) {
      matrix[i][j] = j;  // expect: store 0 39640 4000 records 4
    }
  }
}
NOINLINE static void half(double* values, double* others) {
  for (int i = 0; i < 10; ++i) {
    others[i] =  // expect: store 0 80 80
        2;
    values[i] = 1;
  }
}
NOINLINE static void segments(double* values) {
  for (int s = 0; s < 3; ++s) {
    for (int i = 0; i < 10; ++i) {
      values[i + 10 * s] = s;  // expect: store 0 240 240 records 3
    }
    event();
  }
}
struct pair {
  int first;
  int second;
};
NOINLINE static void fields(struct pair* pairs, int count) {
  for (int i = 0; i < count; ++i) {
    pairs[i].second = i;  // expect: store 4 160 80 records 1
  }
}
NOINLINE static void scattered(int* values) {
  static const int places[] = {5, 900, 17, 3, 400, 401, 77, 5, 900, 3, 12, 800, 654, 321, 5, 99, 98, 97, 500, 250, 125,
                               62, 31, 15, 7, 600, 700, 710, 720, 42, 43, 45};
  for (unsigned i = 0; i < sizeof places / sizeof *places; ++i) {
    values[places[i]] = 1;  // expect: store 12 3604 112
  }
}

NOINLINE static void all(void) {
  event();
  once(&window[0][10]);
  event();
  sink = sum(&window[0][0], 5000);
  event();
  same(&window[0][2], 1000);
  event();
  backwards((int*)window + 100, 100);
  event();
  strided((char*)window, 100, 10);
  event();
  interior(window);
  event();
  columns(window);
  event();
  half(private_memory, &window[0][0]);
  event();
  segments(&window[0][0]);
  event();
  fields((struct pair*)window, 20);
  event();
  scattered((int*)window);
  event();
}

int main(void) {
  track(window, sizeof window);
  all();
  return 0;
}
