// Members of an object that is a window in part: on one side of it, on both sides, and those that are the window, in
// loops and in functions that call nothing but the allocator. What is the window is recorded, and nothing beside it.
#include <stdlib.h>

#include "probe.h"

enum { MANY = 48 };
struct object {
  long before[3];
  int window[4];  // 0
  long behind[3];
  long* data;
};
static struct object all __attribute__((aligned(4096)));
static long data[MANY];
static volatile long sink;

NOINLINE static void before(struct object* at, int count) {
  for (int i = 0; i < count; ++i) {
    at->before[i & 1] += i;
    at->data[i] ^= at->before[2];
  }
}
NOINLINE static void behind(struct object* at, int count) {
  for (int i = 0; i < count; ++i) {
    at->behind[1] += at->data[i];
    if (at->data[i] == 5) at->behind[2] = i;
  }
}
NOINLINE static void around(struct object* at, int count) {
  for (int i = 0; i < count; ++i) {
    at->before[2] += at->data[i];
    at->behind[0] -= at->before[1];
  }
}
NOINLINE static void within(struct object* at, int count) {
  for (int i = 0; i < count; ++i) {
    at->before[0] += i;
    if (i % 3 == 0) at->window[i & 3] = i;  // expect: store 0 16 16
  }
}
NOINLINE static long with_blocks(struct object* at, int count) {
  long sum = 0;
  for (int i = 0; i < count; ++i) {
    long* block = malloc(sizeof *block);
    at->behind[0] += i;
    if (i % 3 == 0) sum += at->window[2];  // expect: load 8 12 4
    *block = at->before[0];
    sink = (long)block;
    sum += *block;
    free(block);
  }
  return sum;
}
// Each member in another place.
NOINLINE static long* straight(struct object* at, int way) {
  at->before[1] = way;
  if (way == 0) return NULL;
  long* block = malloc(2 * sizeof *block);
  at->behind[0] += way;
  if (way > 1) {
    at->window[3] = way;  // expect: store 12 16 4
    free(block);
    block = malloc(sizeof *block);
  }
  if (way == 3) at->window[0] = 1;           // expect: store 0 4 4
  block[0] = at->before[2] + at->window[1];  // expect: load 4 8 4
  return block;
}

static void all_of(struct object* at) {
  before(at, MANY);
  behind(at, MANY);
  around(at, MANY);
  within(at, MANY);
  sink = with_blocks(at, MANY);
  for (int way = 0; way < 4; ++way) free(straight(at, way));
}

int main(void) {
  struct object mine = {{1, 2, 3}, {0, 0, 0, 0}, {4, 5, 6}, data};
  all.data = data;
  all_of(&mine);
  track(all.window, sizeof all.window);
  event();
  all_of(&all);
  event();
  all_of(&mine);
  event();
  return 0;
}
