// A local variable, of which only a part's address is passed on: later loads and stores of it are recorded. (clang's
// own hooks take it for private to the function if nothing else happens to it.)
// only: gcc pass plugin
#include "probe.h"
static volatile int sink;
static volatile int limit = 50;

int main(void) {
  struct {
    int other[14];
    int numbers[64];
  } both __attribute__((aligned(64)));
  track(&both.numbers[2], 128);
  event();
  both.numbers[2] = limit;  // expect: store 0 4 4
  event();
  sink = both.numbers[2];  // expect: load 0 4 4
  event();
  both.numbers[3] = limit;  // expect: store 4 8 4
  event();
  return 0;
}
