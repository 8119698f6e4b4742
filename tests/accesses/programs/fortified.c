// How _FORTIFY_SOURCE changes calls of the C library: other names of functions with the same accesses.
#ifdef __OPTIMIZE__
#undef _FORTIFY_SOURCE
#define _FORTIFY_SOURCE 2
#endif
#include "probe.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

static char window[8192] __attribute__((aligned(4096)));
static char other[8192] __attribute__((aligned(4096)));
static volatile size_t eight = 8;
static const char* volatile word = "seven..";

NOINLINE static int print(char* to, const char* format, ...) {
  va_list values;
  va_start(values, format);
  const int length = vsnprintf(to, 20, format, values);
  va_end(values);
  return length;
}

NOINLINE static void all(void) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return;
  memcpy(window, other, eight);       // expect: store 0 8 8
  memcpy(other, window + 100, eight); // expect: load 100 108 8
  memmove(window + 200, other, eight); // expect: store 200 208 8
  memset(window + 300, 1, eight);     // expect: store 300 308 8
  event();
  strcpy(window + 400, word);         // expect: store 400 408 8
  strcat(window + 400, word);         // expect: store 407 415 8; load 400 407 7
  strncpy(window + 500, word, eight); // expect: store 500 508 8
  event();
  sprintf(window + 600, "%s", word);  // expect: store 600 608 8
  snprintf(window + 700, eight, "%s%s", word, word);  // expect: store 700 708 8
  event();
  (void)!write(ends[1], other, 100);
  (void)!read(ends[0], window + 1000, eight);   // expect: store 1000 1008 8
  (void)!recv(ends[0], window + 1100, eight, 0); // expect: store 1100 1108 8
  struct iovec parts[2] = {{window + 1200, 4}, {window + 1300, 4}};
  (void)!readv(ends[0], parts, 2);  // expect: store 1200 1304 8
  (void)!writev(ends[1], parts, 2);  // expect: load 1200 1304 8
  event();
  FILE* file = fopen("/proc/self/cmdline", "r");
  if (file == NULL) abort();
  (void)!fread(window + 1400, 1, eight, file);  // expect: store 1400 1408 8
  fclose(file);
  file = fopen("/proc/sys/kernel/ostype", "r");
  if (file == NULL) abort();
  (void)!fgets(window + 1500, (int)eight, file);  // expect: store 1500 1507 7
  fclose(file);
  event();
}
int main(void) {
  track(window, sizeof window);
  all();
  print(other, "%d", 1);
  return 0;
}
