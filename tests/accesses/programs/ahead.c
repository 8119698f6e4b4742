// What can be known in front of a loop of a whole array, or of a few elements: whichever part of them is a window,
// exactly that is recorded.
#include "probe.h"

enum { MANY = 1024, PLACES = 64 };
static long table[MANY] __attribute__((aligned(4096)));  // its second half is the window
static long own[MANY];
static int places[PLACES];
static int begin[9];
static volatile long sink;

// Of a type that says how long it is, by an index that nobody knows.
NOINLINE static long whole_array(const int* index, int count) {
  long sum = 0;
  for (int k = 0; k < count; ++k) {
    for (int i = index[k]; i < MANY; i += index[k]) {
      sum += table[i];  // expect: load 0 4096 4096
    }
    if (index[k] & 1) sum -= own[index[k]];
  }
  return sum;
}
NOINLINE static void scattered(const int* index, int count) {
  for (int k = 0; k < count; ++k) {
    table[index[k] * 16] = k;  // expect: store 0 3976 256
  }
}
// Rows of an array that a pointer leads to.
NOINLINE static long rows(long (*at)[MANY], const int* from, int count) {
  long sum = 0;
  for (int r = 0; r < count; ++r) {
    for (int i = from[r]; i < from[r + 1]; ++i) {
      sum += (*at)[i];  // expect: load 0 320 320
    }
  }
  return sum;
}
// A few elements, some of which lie in the page behind.
NOINLINE static long few(const long* at) {
  long sum = 0;
  for (int i = 0; i < 5; ++i) {
    sum += at[i];          // expect: load 0 24 24
    sum -= 3 * at[i + 5];  // expect: load 24 64 40
    sum ^= at[14 - i];     // expect: load 64 104 40
  }
  return sum;
}
// And downwards, into the page before.
NOINLINE static void few_stored(long* at) {
  for (int i = 0; i < 5; ++i) {
    at[-3 * i] = i;  // expect: store 8 40 16
  }
}

int main(void) {
  for (int i = 0; i < PLACES; ++i) places[i] = i;
  for (int i = 0; i < 9; ++i) begin[i] = MANY / 2 - 40 + 10 * i;
  for (int i = 0; i < MANY; ++i) own[i] = i;
  track(table + MANY / 2, sizeof table / 2);
  sink = whole_array(places + 1, 3) + rows(&table, begin, 8) + few(table + MANY / 2 - 2);
  event();
  scattered(places, PLACES);
  few_stored(table + MANY / 2 + 4);
  event();
  // The same where nothing is tracked.
  sink = rows((long(*)[MANY])own, begin, 8) + few(own);
  few_stored(own + 100);
  event();
  return 0;
}
