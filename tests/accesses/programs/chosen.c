// If a program chooses between two addresses, only the load that it then makes is recorded, although the optimizer
// would consider it harmless to load both. (clang without our pass does load both, and tells its sanitizer's hooks so.)
// only: gcc pass plugin
#include "probe.h"

struct fields {
  long left;
  long right;
};
static struct {
  int values[1024];
  struct fields fields __attribute__((aligned(64)));
} window __attribute__((aligned(4096)));
static int more[64];
static volatile int sink;
static volatile int limit = 50;
static volatile int no = 0;

NOINLINE static int one_of_two(int which) {
  return which ? window.values[16] : window.values[18];  // expect: load 72 76 4
}
NOINLINE static int one_of_two_addresses(int which) {
  return *(which ? &window.values[20] : &window.values[22]);  // expect: load 88 92 4
}
NOINLINE static int one_of_two_objects(int which) {
  const int* chosen = which ? &window.values[24] : &more[3];
  return *chosen;
}
NOINLINE static int or_a_local(int which) {
  const int local = limit;
  const int* chosen = which ? &window.values[26] : &local;
  return *chosen;
}
// The optimizer chooses where the result is used, which is after a store.
NOINLINE static void used_later(int which, int count, int* out) {
  const int chosen = which ? window.values[40] : window.values[42];  // expect: load 168 172 4
  *out = count;
  if (count > 3) out[1] = chosen;
}
NOINLINE static long neighbour(const struct fields* fields, int which) {
  return which ? fields->left : fields->right;  // expect: load 4104 4112 8
}
NOINLINE static int in_a_loop(const int* flags, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) {
    sum += i * (flags[i] ? window.values[30] : window.values[32]);  // expect: load 128 132 4
  }
  return sum;
}
NOINLINE static int elements(const int* flags, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) {
    sum += i * (flags[i] ? window.values[100 + i] : window.values[200 + i]);  // expect: load 800 1000 200
  }
  return sum;
}
// Only its own file calls it, with addresses of variables: it is harmless if its callers load them.
NOINLINE static int given(const int* value, int wanted) {
  int sum = wanted ? *value : 1;
  for (int i = 0; i < wanted; ++i) sum += *value;
  sink = sum;
  return sum;
}
NOINLINE static int hand_over(int wanted) {
  return given(&window.values[220], wanted) + given(&window.values[221], wanted);
}

int main(void) {
  static const int flags[100];
  track(&window, sizeof window);
  event();
  sink = one_of_two(no);
  sink = one_of_two_addresses(no);
  sink = one_of_two_objects(no);
  sink = or_a_local(no);
  used_later(no, limit, &more[8]);
  sink = (int)neighbour(&window.fields, no);
  sink = in_a_loop(flags, limit);
  sink = elements(flags, limit);
  sink = hand_over(no);
  event();
  return 0;
}
