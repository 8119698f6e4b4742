// only: pass plugin plugin-lto plugin-fat-lto plugin-native plugin-openmp
// (The hooks of gcc and clang miss some of these: the report lists that among the blind spots.)
// Whole objects: structures copied, passed and returned, blocks of memory, vectors, lanes of vectors.
#include "probe.h"

#include <string.h>

struct big {
  long values[12];
};
struct small {
  int a, b, c;
};
typedef double vector __attribute__((vector_size(32)));

static struct {
  struct big big[4];
  struct small small[4];
  char pad[16];
  vector vectors[4];
  double doubles[64];
} window __attribute__((aligned(4096)));
static struct big other;
struct small other_small;
static volatile long sink;

NOINLINE static void assign(struct big* to, const struct big* from) {
  *to = *from;  // expect: store 0 96 96
}
NOINLINE static void assign_small(struct small* to, const struct small* from) {
  *to = *from;  // expect: load 384 396 12
}
long take(struct big value);
NOINLINE long take(struct big value) {
  return value.values[3];
}
NOINLINE static void copy(void* to, const void* from, size_t size) {
  memcpy(to, from, size);  // expect: store 96 192 96
}
NOINLINE static void copy_few(void* to, const void* from) {
  memcpy(to, from, 8);  // expect: store 200 208 8
}
NOINLINE static void move(char* at, size_t size) {
  memmove(at + 8, at, size);  // expect: load 288 328 40; store 296 336 40
}
NOINLINE static void clear(void* at, size_t size) {
  memset(at, 0, size);  // expect: store 396 432 36
}
NOINLINE static void add(vector* to, const vector* from) {
  *to = *from * 2;  // expect: load 480 512 32; store 448 480 32
}
NOINLINE static void positive(double* to, int count) {
  for (int i = 0; i < count; ++i) {
    if (other.values[i % 12] > 0) {
      to[i] = 1;  // expect: store 584 1072 248
    }
  }
}

int main(void) {
  track(&window, sizeof window);
  for (int i = 0; i < 12; ++i) other.values[i] = i % 2;
  event();
  assign(&window.big[0], &other);
  assign_small(&other_small, &window.small[0]);
  event();
  copy(&window.big[1], &other, sizeof other);
  copy_few(&window.big[2].values[1], &other);
  move((char*)&window.big[3], 40);
  clear(&window.small[1], 3 * sizeof(struct small));
  event();
  sink = take(window.big[0]);  // expect: load 0 96 96
  event();
  add(&window.vectors[0], &window.vectors[1]);
  event();
  positive(window.doubles, 62);
  event();
  return 0;
}
