// Small dense blocks, whose bounds are known in front of all loops: whichever part of them is a window, exactly what is
// accessed there is recorded, in whatever order and under whatever condition.
// only: gcc pass plugin
#include "probe.h"

enum { SIZE = 5, PAGE = 512 };
// The second page is the window, without its last element. Blocks lie across both of its ends.
static double memory[3 * PAGE] __attribute__((aligned(4096)));
static double own[3 * PAGE];
static volatile double sink;

// Each row but one, from a column on that depends on the row.
NOINLINE static void eliminate(double (*b)[SIZE], double* r) {
  for (int p = 0; p < SIZE; ++p) {
    for (int q = 0; q < SIZE; ++q) {
      if (q == p) continue;
      const double factor = b[q][p];  // expect: load 0 4088 256
      for (int j = p + 1; j < SIZE; ++j) {
        const double old = b[q][j];  // expect: load 8 4088 240
        b[q][j] =                    // expect: store 8 4088 240
            old - factor * b[p][j];  // expect: load 808 4088 136
      }
      const double old = r[q];  // expect: load 0 1680 96
      r[q] =                    // expect: store 0 1680 96
          old - factor * r[p];  // expect: load 0 1680 96
    }
  }
}
// From the last to the first, by pointers.
NOINLINE static void downwards(double* r, const int* some) {
  for (int p = SIZE - 1; p >= 0; --p) {
    for (int q = SIZE - 1; q >= 0; --q) {
      if (some[q] == p) r[q] = r[q + 1];  // expect: load 0 40 40; store 0 32 32
    }
  }
}
// A few elements in each of many rows, whose number nobody knows: the optimizer unrolls the rows.
NOINLINE static void fill(double (*blocks)[SIZE][SIZE], int count) {
  for (int k = 0; k < count; ++k) {
    for (int j = 0; j < SIZE; ++j) {
      for (int i = 0; i < SIZE; ++i) blocks[k][j][i] = 0.5 * k;  // expect: store 0 4088 4088
    }
  }
}
NOINLINE static void corners(double (*blocks)[SIZE][SIZE], int count) {
  for (int k = 0; k < count; ++k) {
    for (int j = 0; j < SIZE; j += 2) blocks[k][j][4 - j] = k;  // expect: store 32 568 72
  }
}
// Too many elements for two pages.
NOINLINE static double weights(const double* w, const int* order) {
  double sum = 0;
  for (int k = 0; k < 3; ++k) {
    for (int i = 0; i < 2 * PAGE; ++i) {
      if (order[k] == i % 3) sum += w[i] * k;  // expect: load 0 4088 4088
    }
  }
  return sum;
}

int main(void) {
  static int order[SIZE] = {0, 1, 2, 2, 4};
  track(memory + PAGE, (PAGE - 1) * sizeof(double));
  event();
  // All of a block, the end of one, the beginning of one.
  eliminate((double(*)[SIZE])(memory + PAGE + 100), own);
  eliminate((double(*)[SIZE])(memory + PAGE - 20), own);
  eliminate((double(*)[SIZE])(memory + 2 * PAGE - 11), own);
  event();
  eliminate((double(*)[SIZE])own, memory + PAGE - 3);
  eliminate((double(*)[SIZE])own, memory + PAGE + 200);
  eliminate((double(*)[SIZE])own, memory + PAGE + 205);
  eliminate((double(*)[SIZE])own, own + 100);
  event();
  downwards(memory + PAGE - 1, order);
  downwards(own, order);
  event();
  fill((double(*)[SIZE][SIZE])memory, 3 * PAGE / (SIZE * SIZE));
  fill((double(*)[SIZE][SIZE])own, 3);
  corners((double(*)[SIZE][SIZE])(memory + PAGE - SIZE * SIZE), 4);
  event();
  sink = weights(memory + PAGE / 2, order) + weights(own, order);
  event();
  return 0;
}
