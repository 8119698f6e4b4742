// Recursive functions: the depth of the recursion makes no additional stacks, neither where their loops need marks (and
// soon there is no more room for these) nor where each call has an event.
// stacks: 60
#include <string.h>

#include "probe.h"

enum { kElements = 1 << 20, kNodes = 1 << 12, kLeaf = 64 };
static struct {
  int elements[kElements];
  int nodes[kNodes];
} memory __attribute__((aligned(4096)));
static volatile int sink;
static unsigned order[kElements];

NOINLINE static int gather(const int* elements, unsigned count) {
  int sum = 0;
  for (unsigned i = 0; i < count; ++i) sum ^= elements[order[i] & (count - 1)];  // expect: load 0 4194304 4194304
  if (count <= kLeaf) return sum;
  sum += gather(elements, count / 2);
  return sum ^ gather(elements + count / 2, count / 2);
}

static int odd(int* nodes, unsigned count);
NOINLINE static int even(int* nodes, unsigned count) {
  if (count == 0) return 0;
  const int here = nodes[count / 2];  // expect: load 4194304 4210684 5464
  event();
  const int left = odd(nodes, count / 2);
  return left + odd(nodes + count / 2 + 1, count - count / 2 - 1) + here;
}
NOINLINE static int odd(int* nodes, unsigned count) {
  if (count == 0) return 0;
  const int here = nodes[count / 2];  // expect: load 4194308 4210688 10920
  event();
  const int left = even(nodes, count / 2);
  return left - even(nodes + count / 2 + 1, count - count / 2 - 1) + here;
}

int main(void) {
  track(&memory, sizeof memory);
  for (unsigned i = 0; i < kElements; ++i) order[i] = i * 40503u % kElements;
  event();
  const int sum = gather(memory.elements, kElements);
  event();
  sink = sum + even(memory.nodes, kNodes);
  return 0;
}
