// Loops whose path through memory is known only as they run: exactly their accesses are recorded, however stored.
#include "probe.h"

struct node {
  struct node* next;
  long value;
};
enum { MANY = 200000, HALF = 20000 };
static struct {
  int window[MANY];
  int half[HALF];   // 800000: from its middle on a window
  int spots[4096];  // 880000: of which only ten elements are
  char text[8192];  // 896384
  struct node nodes[700];  // 904576
} all __attribute__((aligned(4096)));
static volatile int sink;
static const int places[] = {5, 900, 17, 3, 400, 401, 77, 5, 900, 3, 12, 800, 654, 321, 5, 99, 98, 97, 500, 250};
enum { PLACES = sizeof places / sizeof *places };

NOINLINE static int gather(const int* values, const int* index, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) {
    sum += values[index[i]];  // expect: load 12 3604 64
  }
  return sum;
}
NOINLINE static void scatter(int* values, const int* index, int count) {
  for (int i = 0; i < count; ++i) {
    values[index[i] + 1000] = i;  // expect: store 4012 7604 64
  }
}
// In each of many segments, some with much and some with little.
NOINLINE static int often(const int* values, const int* index, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) {
    sum += values[index[i] + 2000];  // expect: load 8012 11604 64
  }
  return sum;
}
// Farther apart than the part that is kept for one instruction at a time.
NOINLINE static int far_apart(const int* values, int step, int count) {
  int sum = 0;
  for (unsigned at = 7; count > 0; at = (at * 3 + (unsigned)step) % MANY, --count) {
    sum += values[at];  // expect: load 28 797452 800
  }
  return sum;
}
NOINLINE static int end_of(const char* from) {
  int length = 0;
  for (char now; (now = *from) != 0; ++from) {  // expect: load 896384 904385 8001
    if (now == 'x') ++length;
  }
  return length;
}
NOINLINE static void change(char* from) {
  for (char now; (now = *from) != 0; ++from) {  // expect: load 896384 904385 8001
    if (now == 'x')
      *from = 'y';  // expect: store 896384 904375 800
  }
}
NOINLINE static int downwards(const int* values, int from, int until) {
  while (values[from] != until) --from;  // expect: load 16000 20004 4004
  return from;
}
// The loop begins in memory that is not tracked, and continues into a window.
NOINLINE static int into_window(const int* values, const int* index, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) {
    sum += values[index[i] * 20];  // expect: load 840000 872004 16
  }
  return sum;
}
NOINLINE static int few_tracked(const int* values, int from, int count) {
  int sum = 0;
  for (unsigned at = (unsigned)from; count > 0; at = (at + 7) % 1031, --count) {
    sum += values[at];  // expect: load 884000 884040 40
  }
  return sum;
}
// Before and after the call that makes it a window.
NOINLINE static int later(const int* values, const int* index, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) {
    sum += values[index[i] + 3000];  // expect: load 12012 15604 64
  }
  return sum;
}
struct __attribute__((packed)) odd {
  char first;
  int second;
};
NOINLINE static int packed(const struct odd* values, const int* index, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) {
    sum += values[index[i]].second;  // expect: load 16 4505 64
  }
  return sum;
}
struct particle {
  double x, y, z;
};
NOINLINE static double points(const struct particle* all, const int* index, int count) {
  double sum = 0;
  for (int i = 0; i < count; ++i) {
    const struct particle* one = &all[index[i]];
    sum += one->x * one->z;  // expect: load 72 21624 256
  }
  return sum;
}
// Each row has its own pointer; rows of two windows and of none.
NOINLINE static int rows(int* const* row, const int* index, int count) {
  int sum = 0;
  for (int r = 0; r < 3; ++r) {
    for (int i = 0; i < count; ++i) {
      sum += row[r][index[i]];  // expect: load 12 3604 64
    }
  }
  return sum;
}
NOINLINE static long chain(const struct node* from) {
  long sum = 0;
  while (from != 0) {
    sum += from->value;  // expect: load 904584 915680 800
    from = from->next;  // expect: load 904576 915672 800
  }
  return sum;
}

static int own[4096];

int main(void) {
  for (int i = 0; i < MANY; ++i) all.window[i] = i;
  for (int i = 0; i < 8000; ++i) all.text[i] = (char)(i % 10 == 0 ? 'x' : 'a');
  for (int i = 0; i < 100; ++i) all.nodes[i * 7] = (struct node){i == 99 ? 0 : &all.nodes[(i + 1) * 7], i};
  int* const window = all.window;
  sink = later(window, places, PLACES);
  track(window, sizeof all.window);
  track_also(all.half + HALF / 2, HALF / 2 * sizeof *all.half);
  track_also(all.spots + 1000, 10 * sizeof *all.spots);
  track_also(all.text, sizeof all.text + sizeof all.nodes);
  event();
  sink = gather(window, places, PLACES);
  sink = gather(own, places, PLACES);
  event();
  scatter(window, places, PLACES);
  event();
  for (int s = 0; s < 40; ++s) {
    sink = often(window, places, s % 10 == 0 ? PLACES : 3);
    event();
  }
  sink = far_apart(window, 4321, 200);
  event();
  sink = end_of(all.text);
  event();
  change(all.text);
  event();
  sink = downwards(window, 5000, 4000);
  event();
  sink = into_window(all.half, places, PLACES);
  event();
  sink = few_tracked(all.spots, 3, 1031);
  event();
  sink = later(window, places, PLACES);
  event();
  sink = packed((const struct odd*)window, places, PLACES);
  event();
  sink = (int)points((const struct particle*)window, places, PLACES);
  event();
  int* const three[] = {window, own, window};
  sink = rows(three, places, PLACES);
  event();
  sink = (int)chain(all.nodes);
  event();
  return 0;
}
