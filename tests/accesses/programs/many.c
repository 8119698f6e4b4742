// More loops over the window in one function than have marks: those that are left over record the same.
#include "probe.h"

enum { kElements = 64, kRows = 24 };
static int memory[kRows][kElements] __attribute__((aligned(4096)));
static unsigned order[kElements];
static volatile int sink;

// clang-format off
NOINLINE static int gather(int (*m)[kElements], int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) sum ^= m[0][order[i]];  // expect: load 0 256 256
  for (int i = 0; i < count; ++i) sum ^= m[1][order[i]];  // expect: load 256 512 256
  for (int i = 0; i < count; ++i) m[2][order[i]] = sum + i;  // expect: store 512 768 256
  for (int i = 0; i < count; ++i) sum ^= m[3][order[i]];  // expect: load 768 1024 256
  for (int i = 0; i < count; ++i) sum ^= m[4][order[i]];  // expect: load 1024 1280 256
  for (int i = 0; i < count; ++i) m[5][order[i]] = sum + i;  // expect: store 1280 1536 256
  for (int i = 0; i < count; ++i) sum ^= m[6][order[i]];  // expect: load 1536 1792 256
  for (int i = 0; i < count; ++i) sum ^= m[7][order[i]];  // expect: load 1792 2048 256
  for (int i = 0; i < count; ++i) m[8][order[i]] = sum + i;  // expect: store 2048 2304 256
  for (int i = 0; i < count; ++i) sum ^= m[9][order[i]];  // expect: load 2304 2560 256
  for (int i = 0; i < count; ++i) sum ^= m[10][order[i]];  // expect: load 2560 2816 256
  for (int i = 0; i < count; ++i) m[11][order[i]] = sum + i;  // expect: store 2816 3072 256
  for (int i = 0; i < count; ++i) sum ^= m[12][order[i]];  // expect: load 3072 3328 256
  for (int i = 0; i < count; ++i) sum ^= m[13][order[i]];  // expect: load 3328 3584 256
  for (int i = 0; i < count; ++i) m[14][order[i]] = sum + i;  // expect: store 3584 3840 256
  for (int i = 0; i < count; ++i) sum ^= m[15][order[i]];  // expect: load 3840 4096 256
  for (int i = 0; i < count; ++i) sum ^= m[16][order[i]];  // expect: load 4096 4352 256
  for (int i = 0; i < count; ++i) m[17][order[i]] = sum + i;  // expect: store 4352 4608 256
  for (int i = 0; i < count; ++i) sum ^= m[18][order[i]];  // expect: load 4608 4864 256
  for (int i = 0; i < count; ++i) sum ^= m[19][order[i]];  // expect: load 4864 5120 256
  for (int i = 0; i < count; ++i) m[20][order[i]] = sum + i;  // expect: store 5120 5376 256
  for (int i = 0; i < count; ++i) sum ^= m[21][order[i]];  // expect: load 5376 5632 256
  for (int i = 0; i < count; ++i) sum ^= m[22][order[i]];  // expect: load 5632 5888 256
  for (int i = 0; i < count; ++i) m[23][order[i]] = sum + i;  // expect: store 5888 6144 256
  return sum;
}
// clang-format on

int main(void) {
  track(&memory, sizeof memory);
  for (unsigned i = 0; i < kElements; ++i) order[i] = i * 37 % kElements;
  event();
  sink = gather(memory, kElements);
  event();
  return 0;
}
