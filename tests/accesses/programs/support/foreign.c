// A library that nobody instrumented (foreign.c): its calls of the C library on a window are seen.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void foreign_copy(void* to, const void* from, size_t size) { memcpy(to, from, size); }
void foreign_set(void* to, size_t size) { memset(to, 1, size); }
void foreign_text(char* to, const char* from) { strcpy(to, from); }
void foreign_print(char* to, int number) { snprintf(to, 16, "%d", number); }
void foreign_read(int file, void* to, size_t size) {
  if (read(file, to, size) != (ssize_t)size) abort();
}
void foreign_write(int file, const void* from, size_t size) {
  if (write(file, from, size) != (ssize_t)size) abort();
}
static int less(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }
void foreign_sort(int* values, size_t count) { qsort(values, count, sizeof *values, less); }
