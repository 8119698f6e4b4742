// A function finds the rows of an array whose first and last part belong to neighbours, by conditions that inner loops
// do not change. Whatever part a row lies in, exactly what is loaded is recorded, and nothing of the other parts.
// only: gcc pass plugin
#include "probe.h"

enum { WIDTH = 32, ROWS = 6 };
struct strips {
  long *above, *own, *below;
  int rows;
};
// Four rows above, six own ones, four below: all are the window.
static long window[4 + ROWS + 4][WIDTH] __attribute__((aligned(4096)));
static long elsewhere[4 + ROWS + 4][WIDTH];
static struct strips strips, other;
static int radius = 2;
static volatile long sink;

static const long* row_of(const struct strips* at, int row) {
  if (row < 0) return at->above + (4 + row) * WIDTH;
  if (row >= at->rows) return at->below + (row - at->rows) * WIDTH;
  return at->own + row * WIDTH;
}
NOINLINE static long star(const struct strips* at, int from, int to) {
  long sum = 0;
  for (int i = 0; i < at->rows; ++i) {
    for (int j = from; j < to; ++j) {
      for (int k = 1; k <= radius; ++k) {
        sum -= row_of(at, i - k)[j];  // expect: load 528 2128 448
        sum += row_of(at, i + k)[j];  // expect: load 1296 2896 448
      }
    }
  }
  return sum;
}
// One of three for the whole loop; pointers that are loaded on the way lead further.
struct node {
  struct node* next;
  long* values;
};
static struct node third = {0, window[2]}, second = {&third, window[1]}, first = {&second, window[0]};
NOINLINE static long one_of_three(const struct node* node, int which, int count) {
  long sum = 0;
  for (int j = 0; j < count; ++j) {
    const struct node* at = which == 0 ? node : which == 1 ? node->next : node->next->next;
    sum += 3 * at->values[j];  // expect: load 256 344 88
  }
  return sum;
}
// Sometimes one of them, sometimes nothing at all.
NOINLINE static void some(const struct strips* at, int is_above, int is_any, int count) {
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j < 5; ++j) {
      if (!is_any) continue;
      long* row = is_above ? at->above : at->below;
      row[(i + 1) * WIDTH + j] = j;  // expect: store 256 296 40
    }
  }
}

int main(void) {
  strips = (struct strips){window[0], window[4], window[4 + ROWS], ROWS};
  other = (struct strips){elsewhere[0], elsewhere[4], elsewhere[4 + ROWS], ROWS};
  track(window, sizeof window);
  event();
  sink = star(&strips, 2, 10);
  event();
  sink = star(&other, 2, 10) + star(&strips, 5, 5);
  event();
  sink = one_of_three(&first, 1, 11);
  event();
  some(&strips, 1, 1, 1);
  some(&strips, 1, 0, 4);
  some(&strips, 0, 0, 4);
  some(&strips, 0, 1, 0);
  event();
  return 0;
}
