// Called from here, executed by the C library for a library without instrumentation: support/foreign.c.
// library: support/foreign.c
#include "probe.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

void foreign_copy(void* to, const void* from, size_t size);
void foreign_set(void* to, size_t size);
void foreign_text(char* to, const char* from);
void foreign_print(char* to, int number);
void foreign_read(int file, void* to, size_t size);
void foreign_write(int file, const void* from, size_t size);
void foreign_sort(int* values, size_t count);

static char window[8192] __attribute__((aligned(4096)));
static char other[8192] __attribute__((aligned(4096)));

NOINLINE static void all(void) {
  int ends[2];
  if (pipe(ends) != 0) return;
  foreign_copy(window, other, 100);  // expect: store 0 100 100
  foreign_copy(other, window + 200, 50);  // expect: load 200 250 50
  event();
  foreign_copy(other, other + 4096, 4096);
  // Several callers at one place are distinguished.
  foreign_copy(window + 300, other, 10);  // expect: store 300 310 10
  foreign_copy(window + 400, other, 10);  // expect: store 400 410 10
  for (int i = 0; i < 3; ++i) {
    foreign_copy(window + 500 + 20 * i, other, 10);  // expect: store 500 550 30
  }
  event();
  for (int i = 0; i < 100; ++i) {
    foreign_set(window + 1000 + i, 1);  // expect: store 1000 1100 100 records 1
  }
  event();
  foreign_text(window + 2000, "four");  // expect: store 2000 2005 5
  foreign_print(window + 3000, 12345);  // expect: store 3000 3006 6
  event();
  foreign_write(ends[1], window + 4000, 64);  // expect: load 4000 4064 64
  foreign_read(ends[0], window + 5000, 32);   // expect: store 5000 5032 32
  event();
  foreign_sort((int*)(window + 6000), 100);  // expect: store 6000 6400 400
  event();
  // The same from here.
  (void)!write(ends[1], window + 7000, 8);  // expect: load 7000 7008 8
  (void)!read(ends[0], other, 40);
  snprintf(window + 7100, 20, "%s", other + 100);  // expect: store 7100 7101 1
  event();
}

int main(void) {
  track(window, sizeof window);
  all();
  return 0;
}
