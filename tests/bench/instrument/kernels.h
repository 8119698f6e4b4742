// The kernels of the instrumentation benchmark: each works on memory it is given, once per call.
#pragma once
#include <stddef.h>

// NOLINTBEGIN(readability-identifier-naming): C
struct kernel {
  const char* name;
  size_t bytes;                   // of memory
  void (*prepare)(void* memory);  // once
  double (*run)(void* memory);    // timed, again and again
};
extern const struct kernel kernels[];  // ends with a null name
// NOLINTEND(readability-identifier-naming)
