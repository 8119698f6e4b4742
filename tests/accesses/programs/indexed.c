// Elements whose number comes from data: by several numbers in one line, before and behind where the pointer leads, as
// members of structures, and where only some elements are a window.
#include "probe.h"

enum { MANY = 2048, PLACES = 24 };
struct three {
  double x, y, z;
};
struct two {
  double x, y;
};
struct wide {
  int a, b, c, d;
  double e, f;
};
static struct {
  double window[MANY];       // 0
  struct three three[MANY];  // 16384
  struct wide wide[700];     // 65536
  double part[700];          // 87936: of which 300 from the 200th on are a window
} all __attribute__((aligned(4096)));
static const int places[] = {637, 261, 367, 667, 542, 29,  476, 255, 664, 53,  160, 115,
                             380, 480, 252, 389, 556, 104, 587, 255, 13,  221, 417, 286};
static const int others[] = {186, 398, 163, 73,  142, 632, 632, 455, 129, 135, 1,   5,
                             214, 220, 169, 170, 296, 321, 203, 552, 694, 640, 209, 186};
static const int ways[] = {-297, 84,  -89,  -656, 39,  149, -361, -402, -160, -567, -21, -83,
                           535,  500, -694, 520,  688, -8,  -565, -66,  27,   -74,  284, -54};
static double own[MANY];
static struct three own_three[MANY];
static struct wide own_wide[700];
static volatile double sink;

NOINLINE static double both(const double* x, const int* a, const int* b, int count) {
  double sum = 0;
  for (int i = 0; i < count; ++i) {
    sum += x[a[i]] - x[b[i]];  // expect: load 8 5560 360
  }
  return sum;
}
NOINLINE static double around(double* centre, const int* way, int count) {
  double sum = 0;
  for (int i = 0; i < count; ++i) {
    sum += centre[way[i]];    // expect: load 2448 13512 192
    centre[way[i] + 1] = sum;  // expect: store 2456 13520 192
  }
  return sum;
}
NOINLINE static void second(struct three* x, const unsigned* a, int count) {
  for (int i = 0; i < count; ++i) {
    x[a[i]].y = i;  // expect: store 16704 32408 184
  }
}
NOINLINE static double of_pairs(const struct two* x, const int* a, int count) {
  double sum = 0;
  for (int i = 0; i < count; ++i) {
    sum += x[a[i]].y;  // expect: load 16408 27504 176
  }
  return sum;
}
NOINLINE static int of_wide(const struct wide* x, const unsigned* a, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) {
    sum += x[a[i]].d;  // expect: load 65964 86896 92
  }
  return sum;
}
NOINLINE static double of_part(const double* x, const int* a, int count) {
  double sum = 0;
  for (int i = 0; i < count; ++i) {
    sum += x[a[i]];  // expect: load 89704 91784 88
  }
  return sum;
}

int main(void) {
  track(all.window, sizeof all.window + sizeof all.three + sizeof all.wide);
  track_also(all.part + 200, 300 * sizeof *all.part);
  event();
  sink = both(all.window, places, others, PLACES) + both(own, places, others, PLACES);
  event();
  sink = around(all.window + 1000, ways, PLACES) + around(own + 1000, ways, PLACES);
  event();
  second(all.three, (const unsigned*)places, PLACES);
  second(own_three, (const unsigned*)places, PLACES);
  event();
  sink = of_pairs((const struct two*)all.three, others, PLACES) + of_pairs((const struct two*)own, others, PLACES);
  event();
  sink = of_wide(all.wide, (const unsigned*)places, PLACES) + of_wide(own_wide, (const unsigned*)places, PLACES);
  event();
  sink = of_part(all.part, places, PLACES);
  event();
  return 0;
}
