// only: pass plugin plugin-lto plugin-fat-lto plugin-native plugin-openmp
// Each kind of statement that accesses memory, separately: bit fields, complex numbers, volatile, unions, arrays of
// variable length, copies that the compiler expands, comparisons, atomics of every width, nested structures, switch and
// computed goto, statements in loops of two iterations. A load of a value that the same line stores is not reported.
#include "probe.h"

#include <complex.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct bits {
  unsigned a : 3, b : 7, c : 22;
};
struct point {
  double x, y, z;
};
struct cell {
  struct point at;
  int32_t kind;
  int32_t next;
};
union both {
  uint64_t whole;
  uint8_t part[8];
};

static struct {
  double complex number[4];       // 0
  struct bits bits[4];            // 64
  union both both[4];             // 80
  volatile int32_t flag[4];       // 112
  struct cell cell[4];            // 128
  char text[64];                  // 256
  int32_t counts[16];             // 320
  float complex single[4];        // 384
  long double wide[4];            // 416
  __int128 large[2];              // 480
  _Bool yes[8];                   // 512
  int16_t shorts[20];             // 520
} window __attribute__((aligned(4096)));
static volatile int sink;
static void* volatile hidden;
static void check(int holds) {
  if (!holds) abort();
}

NOINLINE static void multiply(double complex* to, const double complex* from) {
  *to *= *from;  // expect: load 0 32 32; store 0 16 16
}
NOINLINE static double both_parts(const double complex* from) {
  return creal(*from) + cimag(*from);  // expect: load 32 48 16
}
NOINLINE static void singles(float complex* to) {
  *to = 1.0f + 2.0f * I;  // expect: store 384 392 8
}
NOINLINE static void set_bits(struct bits* to) {
  to->b = 5;  // expect: store 64 68 4
}
NOINLINE static int get_bits(const struct bits* from) {
  return from->c;  // expect: load 68 72 4
}
NOINLINE static void pun(union both* it) {
  it->whole = 1;        // expect: store 80 88 8
  sink = it[1].part[3]; // expect: load 91 92 1
}
NOINLINE static void flags(volatile int32_t* flag) {
  flag[0] = 1;      // expect: store 112 116 4
  sink = flag[1];   // expect: load 116 120 4
  ++flag[2];        // expect: load 120 124 4; store 120 124 4
}
NOINLINE static void copy_cell(struct cell* to, const struct cell* from) {
  to->at = from->at;  // expect: load 160 184 24; store 128 152 24
}
NOINLINE static struct cell get_cell(const struct cell* from) {
  return *from;  // expect: load 192 224 32
}
NOINLINE static void put_cell(struct cell* to, struct cell what) {
  *to = what;  // expect: store 224 256 32
}
NOINLINE static int compare(const char* a, const char* b) {
  return memcmp(a, b, 16);  // expect: load 256 288 32
}
NOINLINE static void copy_odd(char* to, const char* from) {
  memcpy(to, from, 13);  // expect: load 288 301 13; store 304 317 13
}
NOINLINE static void set_odd(char* to) {
  memset(to, 1, 3);  // expect: store 301 304 3
}
NOINLINE static void wide(long double* to) {
  to[0] = to[1] + 1;  // expect: load 432 442 10; store 416 426 10
}
NOINLINE static void large(__int128* to) {
  to[0] = to[1] + 1;  // expect: load 496 512 16; store 480 496 16
}
NOINLINE static void booleans(_Bool* to, int value) {
  to[0] = value > 3;  // expect: store 512 513 1
  if (to[1]) {        // expect: load 513 514 1
    to[2] = 1;
  }
}
NOINLINE static void update(int32_t* at) {
  __atomic_fetch_add(at, 1, __ATOMIC_RELAXED);     // expect: atomic update 320 324 4
  __sync_fetch_and_or(at + 1, 2);                  // expect: atomic update 324 328 4
  check(__sync_bool_compare_and_swap(at + 2, 0, 7)); // expect: atomic update 328 332 4
  __atomic_store_n(at + 3, 1, __ATOMIC_RELEASE);   // expect: atomic store 332 336 4
  sink = __atomic_load_n(at + 3, __ATOMIC_ACQUIRE); // expect: atomic load 332 336 4
  __sync_lock_release(at + 4);                     // expect: atomic store 336 340 4
}
NOINLINE static void generic_atomics(int32_t* at) {
  int32_t value = 3, was = 0;
  __atomic_store(at, &value, __ATOMIC_RELAXED);           // expect: atomic store 340 344 4
  __atomic_load(at, &was, __ATOMIC_RELAXED);              // expect: atomic load 340 344 4
  __atomic_exchange(at + 1, &value, &was, __ATOMIC_SEQ_CST); // expect: atomic update 344 348 4
}
NOINLINE static void assembly(int32_t* at) {
  __asm__("incl %0" : "+m"(*at));                // expect: store 348 352 4
  __asm__("movl $1, %0" : "=m"(at[1]));          // expect: store 352 356 4
  __asm__ volatile("lock; addl $2, %0" : "+m"(at[2])); // expect: atomic update 356 360 4
}
NOINLINE static int walk(int n) {
  int own[n];  // never leaves the function
  for (int i = 0; i < n; ++i) own[i] = window.counts[i];  // expect: load 320 352 32
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += own[i] * i + own[n - 1 - i];
  return sum;
}
NOINLINE static void two(int16_t* at) {
  for (int row = 0; row < 10; ++row) {
    for (int i = 0; i < 2; ++i) at[row * 2 + i] = (int16_t)i;  // expect: store 520 560 40
  }
}
NOINLINE static void jump(int32_t* at, int which) {
  static void* const to[] = {&&first, &&second};
  goto* to[which];
first:
  *at = 1;
  return;
second:
  at[1] = 2;  // expect: store 364 368 4
}
NOINLINE static void choose(int32_t* at, int which) {
  switch (which) {
    case 1: at[0] = 1; break;
    case 2: at[1] = 2; break;  // expect: store 372 376 4
    default: at[2] = 3;
  }
}
NOINLINE static void nested(struct cell (*cells)[2]) {
  cells[1][0].next = 1;  // expect: store 220 224 4
}

int main(void) {
  track(&window, sizeof window);
  hidden = &window;
  multiply(window.number, window.number + 1);
  sink = (int)both_parts(window.number + 2);
  singles(window.single);
  set_bits(window.bits);
  sink = get_bits(window.bits + 1);
  pun(window.both);
  flags(window.flag);
  copy_cell(window.cell, window.cell + 1);
  struct cell mine = get_cell(window.cell + 2);
  put_cell(window.cell + 3, mine);
  sink = compare(window.text, window.text + 16);
  copy_odd(window.text + 48, window.text + 32);
  set_odd(window.text + 45);
  wide(window.wide);
  large(window.large);
  booleans(window.yes, sink);
  update(window.counts);
  generic_atomics(window.counts + 5);
  assembly(window.counts + 7);
  event();
  sink = walk(8);
  two(window.shorts);
  jump(window.counts + 10, 1);
  choose(window.counts + 12, 2);
  nested((struct cell(*)[2])window.cell);
  return 0;
}
