// Functions that call nothing but themselves and what gets memory: their loops within loops know their pages at different
// places. What they sort is private here, and the result is what is recorded.
// only: gcc pass plugin
#include <algorithm>
#include <cstdlib>
#include <vector>

#include "probe.h"

static unsigned window[64] __attribute__((aligned(4096)));

int main() {
  std::vector<unsigned> values;
  for (unsigned i = 0; i < 3000; ++i) values.push_back(i * 2654435761u >> 7);
  std::sort(values.begin(), values.end());
  if (!std::is_sorted(values.begin(), values.end())) return 1;
  track(window, sizeof window);
  for (unsigned i = 0; i < 64; ++i) {
    window[i] = values[i * 40];  // expect: store 0 256 256
  }
  return 0;
}
