// Loops that call nothing but functions that get memory or give it back: what is known of the pages holds for the whole
// loop, and what is recorded is in its place among the events.
#include <stdlib.h>

#include "probe.h"

enum { MANY = 1024, PLACES = 50 };
static struct {
  long first[MANY];  // 0
  long members[3];   // 8192
} all __attribute__((aligned(4096)));
static long own[MANY];
static int places[PLACES];
static volatile long sink;
struct node {
  struct node* next;
  long value;
};

NOINLINE static struct node* added(struct node* before, long value) {
  struct node* const it = malloc(sizeof *it);
  it->next = before;
  it->value = value;
  return it;
}
NOINLINE static long kept(const long* from, const long* weights, const int* index, int count) {
  long sum = 0;
  struct node* list = NULL;
  for (int i = 0; i < count; ++i) {
    list = added(list, from[index[i]]);        // expect: load 24 3952 400
    sum += list->value * weights[0];           // expect: load 8192 8200 8
    if (i % 2 == 0) sum -= from[index[i] + 9];  // expect: load 96 3944 200
    for (int k = 0; k < index[i] % 7; ++k) {
      sum ^= from[k];  // expect: load 0 48 48
    }
  }
  while (list != NULL) {
    struct node* const next = list->next;
    sum += list->value + weights[2];  // expect: load 8208 8216 8
    free(list);
    list = next;
  }
  return sum;
}
// In front of the loop in it.
NOINLINE static void rows(long* to, const int* index, int count) {
  for (int i = 0; i < count; ++i) {
    int* const order = malloc(sizeof *order * 8);
    for (int k = 0; k < 8; ++k) order[k] = index[i] + k * 3 % 8;
    for (int k = 0; k < 8; ++k) {
      to[order[k]] = i;  // expect: store 24 4008 3200
    }
    free(order);
  }
}
// A pointer on the stack becomes another one in the loop: what is known of the first does not count for it. A variable
// by its name, beside one that is never accessed here.
struct holder {
  const long* from;
  long sum;
};
NOINLINE static void turn(struct holder* it, const long* from) {
  if (sink == -1) all.members[1] = 0;  // never, but no compiler loads it before the loop
  it->from = from;
}
NOINLINE static long turned(const long* first, const long* second, const int* index, int count) {
  struct holder it = {first, 0};
  for (int i = 0; i < count; ++i) {
    void* const some = malloc(16);
    if (i == 24) turn(&it, second);
    it.sum += it.from[index[i]];  // expect: load 1944 3952 208
    it.sum += all.members[1];     // expect: load 8200 8208 8
    free(some);
  }
  return it.sum;
}
// A function of the program that makes the memory a window: after it everything may be different.
NOINLINE static void* gives(void* memory, int now) {
  if (now) {
    track(memory, sizeof all);
    event();
  }
  return malloc(1);
}
NOINLINE static long begun(long* from, const int* index, int count) {
  long sum = 0;
  for (int i = 0; i < count; ++i) {
    free(gives(from, i == 24));
    sum += from[index[i]];  // expect: load 1944 3952 208
  }
  return sum;
}

int main(void) {
  for (int i = 0; i < PLACES; ++i) places[i] = 3 + i * 10;
  for (int i = 0; i < MANY; ++i) all.first[i] = own[i] = i;
  sink = kept(all.first, all.members, places, PLACES) + kept(own, own, places, PLACES);
  rows(all.first, places, PLACES);
  sink = turned(own, all.first, places, PLACES);
  sink = begun(all.first, places, PLACES);
  event();
  for (int round = 0; round < 3; ++round) {
    sink = kept(all.first, all.members, places, PLACES) + kept(own, own, places, PLACES);
    sink = kept(all.first, own, places, PLACES) + kept(own, all.members, places, PLACES);
    rows(all.first, places, PLACES);
    rows(own, places, PLACES);
    sink = turned(own, all.first, places, PLACES);
    event();
  }
  return 0;
}
