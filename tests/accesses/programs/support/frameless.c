// Linked into the program, without instrumentation, debug information and frame pointers: the register has another use.
#include <string.h>

void frameless_copy(void* to, const void* from, size_t size) {
  void* local[4] = {0};
  register void** other __asm__("rbp") = local;
  __asm__ volatile("" : "+r"(other) : : "memory");
  memcpy(to, from, size);
  __asm__ volatile("" : : "r"(other) : "memory");
}
