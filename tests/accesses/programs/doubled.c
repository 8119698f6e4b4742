// Loops that may have a copy for windows: whichever of their arrays is in one, exactly their accesses are recorded, and
// they compute the same and end at the same place.
#include <stdlib.h>

#include "probe.h"

enum { MANY = 1024, PLACES = 64 };
static struct {
  long first[MANY];   // 0
  long second[MANY];  // 8192
  double real[MANY];  // 16384
} all __attribute__((aligned(4096)));
static long own_first[MANY], own_second[MANY];
static double own_real[MANY];
static int places[PLACES];

NOINLINE static long two(const long* one, const long* other, const int* index, int count) {
  long sum = 0;
  for (int i = 0; i < count; ++i) {
    sum += one[index[i]];        // expect: load 24 8032 512
    sum -= 3 * other[index[i]];  // expect: load 8216 16224 512
  }
  return sum;
}
// Alike, in one line.
NOINLINE static long one_line(const long* one, const int* index, int count) {
  long sum = 0;
  for (int i = 0; i + 1 < count; ++i) {
    sum += one[index[i]] ^ one[index[i + 1]];  // expect: load 24 8032 512
  }
  return sum;
}
NOINLINE static void stored(long* to, const long* from, const int* index, int count) {
  for (int i = 0; i < count; ++i) {
    const long more = from[index[i]];  // expect: load 8216 16224 512
    to[index[i]] = more;               // expect: store 24 8032 512
  }
}
// It is left on three paths, each with its own values.
NOINLINE static long left(const long* one, const long* other, const int* index, int count, long wanted) {
  long last = -1;
  for (int i = 0; i < count; ++i) {
    last = one[index[i]];  // expect: load 24 8032 512
    if (last == wanted) return i;
    if (other[index[i]] == -wanted) break;  // expect: load 8216 16224 512
    last += i;
  }
  return last * 2;
}
// Loops within loops, with what both compute.
NOINLINE static long nested(const long* one, const double* real, const int* index, int count) {
  long sum = 0;
  for (int i = 0; i < 3; ++i) {
    long row = i;
    for (int k = 0; k < count; ++k) {
      row += one[index[k] ^ i];  // expect: load 8 8032 1536
    }
    sum += row * (long)real[index[i]];  // expect: load 16408 20224 24
  }
  return sum;
}
// A loop that continues where the other ends: pointers that are exchanged.
NOINLINE static long exchanged(const long* one, const long* other, const int* index, int count) {
  long sum = 0;
  for (int i = 0; i < count; ++i) {
    sum = sum * 3 + one[index[i]];  // expect: load 24 16224 512
    const long* const held = one;
    one = other;
    other = held;
  }
  return sum;
}
// Chosen for each round.
NOINLINE static long chosen(const long* one, const long* other, const int* index, int count) {
  long sum = 0;
  for (int i = 0; i < count; ++i) {
    const long* const from = index[i] & 1 ? one : other;
    sum = sum * 3 + from[index[i]];  // expect: load 24 15208 512
  }
  return sum;
}

static long check(long got, long wanted) {
  if (got != wanted) exit(3);
  return got;
}

int main(void) {
  for (int i = 0; i < MANY; ++i) {
    all.first[i] = own_first[i] = i * 7 % 501;
    all.second[i] = own_second[i] = -(i * 5 % 303);
    all.real[i] = own_real[i] = i % 10;
  }
  for (int i = 0; i < PLACES; ++i) places[i] = 3 + (i * 271 % PLACES) * 1000 / (PLACES - 1);
  track(&all, sizeof all);
  const long *const one[2] = {own_first, all.first}, *const other[2] = {own_second, all.second};
  long own[7];
  for (int way = 0; way < 4; ++way) {
    const long *const a = one[way & 1], *const b = other[way >> 1];
    const long got[7] = {two(a, b, places, PLACES),
                         one_line(a, places, PLACES),
                         left(a, b, places, PLACES, 100000),
                         left(a, b, places, PLACES, own_first[places[40]]),
                         nested(a, way >> 1 ? all.real : own_real, places, PLACES),
                         exchanged(a, b, places, PLACES),
                         chosen(a, b, places, PLACES)};
    event();
    for (int i = 0; i < 7; ++i) {
      if (way == 0) own[i] = got[i];
      check(got[i], own[i]);
    }
  }
  for (int way = 0; way < 4; ++way) {
    stored((long*)one[way & 1], other[way >> 1], places, PLACES);
    event();
  }
  for (int i = 0; i < MANY; ++i) check(all.first[i], own_first[i]);  // expect: load 0 8192 8192
  return 0;
}
