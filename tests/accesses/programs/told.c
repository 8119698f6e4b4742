// Reads and writes of C library functions without a hook in the compiler, and those that they make through pointers.
#define _GNU_SOURCE
#include "probe.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

static struct {
  char text[64];
  wchar_t wide[16];
  struct timespec time;  // at 128
  double numbers[8];
  int whole[4];   // at 208
  char more[64];  // at 224
} window __attribute__((aligned(4096)));
static volatile long sink;
static struct tm date;
static void* volatile place;

NOINLINE static void texts(char* text, wchar_t* wide, char* more) {
  place = memmem(text, 13, "two", 3);   // expect: load 0 7 7
  place = memrchr(text, 't', 13);       // expect: load 8 13 5
  sink = strcoll(text, "b");            // expect: load 0 14 14
  place = strchrnul(text, ' ');         // expect: load 0 4 4
  place = strcasestr(text, "TWO");      // expect: load 0 7 7
  explicit_bzero(more, 8);              // expect: store 224 232 8
  swab(text, more, 4);                  // expect: load 0 4 4; store 224 228 4
  wmemset(wide, L'x', 4);               // expect: store 64 80 16
  sink = (long)wcslen(wide);            // expect: load 64 84 20
  wcscpy(wide + 8, L"ab");              // expect: store 96 108 12
  sink = wcscmp(wide + 8, L"b");        // expect: load 96 100 4
}
NOINLINE static void told(struct timespec* time, double* numbers, int* whole) {
  localtime_r(&time->tv_sec, &date);                     // expect: load 128 136 8
  numbers[6] = modf(1.5 + (double)sink, numbers + 2);    // expect: store 160 200 16
  numbers[7] = frexp(1.5 + (double)sink, whole);         // expect: store 200 212 12
  sink = rand_r((unsigned*)whole);                       // expect: load 208 212 4; store 208 212 4
}

int main(void) {
  memcpy(window.text, "one two three", 14);
  track(&window, sizeof window);
  texts(window.text, window.wide, window.more);
  told(&window.time, window.numbers, window.whole);
  return 0;
}
