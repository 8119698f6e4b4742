// Elements at constant distances from each other, accessed together: exactly those that are in a window are recorded,
// whether they are looked at by themselves or with the others.
// only: gcc plugin pass
#include <stdlib.h>

#include "probe.h"

enum { MANY = 2048, PLACES = 40 };
static struct {
  double first[MANY];   // 0
  double second[MANY];  // 16384
  long mixed[MANY];     // 32768
  char bytes[4096];     // 49152
} all __attribute__((aligned(4096)));
static double own[MANY];
static long own_mixed[MANY];
static char own_bytes[4096];
static int places[PLACES];
static volatile double sink;

// Without a loop: 25 elements, of which any page boundary may be in the middle, and 5 of two others.
NOINLINE static void straight(const double* a, const double* b, double* c) {
  c[0] = a[0] * b[0] + a[5] * b[1] + a[10] * b[2] + a[15] * b[3] + a[20] * b[4];  // expect: load 240 20168 80; store 16640 16648 8
  c[1] = a[1] * b[0] + a[6] * b[1] + a[11] * b[2] + a[16] * b[3] + a[21] * b[4];  // expect: load 248 20168 80; store 16648 16656 8
  c[2] = a[2] * b[0] + a[7] * b[1] + a[12] * b[2] + a[17] * b[3] + a[22] * b[4];  // expect: load 256 20168 80; store 16656 16664 8
}
// Side by side on one line.
NOINLINE static double side_by_side(const double* a, double* b) {
  b[0] = b[1] = b[2] = b[3] = b[4] = 1;    // expect: store 16384 16424 40
  return a[0] + a[1] + a[2] + a[3] + a[4] + a[5] + a[6] + a[7] + a[8] + a[9];  // expect: load 0 4136 160
}
// In a loop, an element and those behind it: on one line, and on lines of their own.
NOINLINE static double gathered(const double* a, const int* index, int count) {
  double sum = 0;
  for (int i = 0; i < count; ++i) {
    const double* const at = a + index[i];
    sum += at[0] + at[1] + at[3];  // expect: load 320 9712 960
    sum += at[5];                  // expect: load 360 9728 320
    sum -= at[70];                 // expect: load 880 10248 320
  }
  return sum;
}
NOINLINE static void scattered(double* a, const int* index, int count) {
  for (int i = 0; i < count; ++i) {
    double* const at = a + 5 * index[i] / 5;
    at[0] = at[1] = at[2] = at[3] = at[4] = i;  // expect: store 16704 26104 1600
    at[6] = 2;                                  // expect: store 16752 26120 320
  }
}
NOINLINE static long mixed(long* a, const int* index, int count) {
  long sum = 0;
  for (int i = 0; i < count; ++i) {
    int* const at = (int*)(a + index[i]);
    sum += at[1] + at[2];           // expect: load 33092 42460 320
    at[3] = (int)sum;               // expect: store 33100 42464 160
    sum ^= a[index[i] + 2];         // expect: load 33104 42472 320
  }
  return sum;
}
NOINLINE static void bytes(char* a, const int* index, int count) {
  for (int i = 0; i < count; ++i) {
    char* const at = a + index[i];
    at[0] = 1, at[1] = 2, at[2] = 3, at[3] = 4, at[4] = 5, at[5] = 6, at[6] = 7;  // expect: store 49192 50369 280
  }
}

int main(void) {
  for (int i = 0; i < PLACES; ++i) places[i] = 40 + i * 30 + (i % 3) * 6;
  track(&all, sizeof all);
  straight(all.first + 30, own, all.second + 32);
  event();
  straight(own, all.second + 468, own + 100);
  event();
  straight(own, own + 30, own + 100);
  sink = side_by_side(all.first, own) + side_by_side(own, all.second) + side_by_side(all.first + 507, own);
  event();
  for (int round = 0; round < 3; ++round) {
    sink = gathered(all.first, places, PLACES) + gathered(own, places, PLACES);
    scattered(all.second, places, PLACES);
    scattered(own, places, PLACES);
    sink = (double)mixed(all.mixed, places, PLACES) + (double)mixed(own_mixed, places, PLACES);
    bytes(all.bytes, places, PLACES);
    bytes(own_bytes, places, PLACES);
    event();
  }
  return 0;
}
