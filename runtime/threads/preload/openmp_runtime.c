#define _GNU_SOURCE
#include "openmp_runtime.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

/* A runtime that came with a module of an interpreter is not visible to all: it is the one that the caller was linked
 * with, and there may be several, so we do not remember it. */
static void* function_for(const void* caller, const char* name) {
  Dl_info place;
  void* function = NULL;
  if (dladdr(caller, &place) != 0 && place.dli_fname != NULL) {
    void* module = dlopen(place.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    if (module != NULL) {
      function = dlsym(module, name);
      dlclose(module);
    }
  }
  static const char* const runtimes[] = {"libgomp.so.1", "libomp.so.5", "libiomp5.so"};
  for (size_t i = 0; i < sizeof runtimes / sizeof *runtimes && function == NULL; ++i) {
    void* runtime = dlopen(runtimes[i], RTLD_LAZY | RTLD_NOLOAD);
    if (runtime == NULL) continue;
    function = dlsym(runtime, name);
    dlclose(runtime);
  }
  if (function == NULL) {
    fprintf(stderr, "fencepost: %s was called, but no OpenMP runtime has it\n", name);
    abort();
  }
  return function;
}

void* fencepost_openmp_function(void** known, const char* name, const char* version, const void* caller) {
  void* function = __atomic_load_n(known, __ATOMIC_ACQUIRE);
  if (__builtin_expect(function != NULL, 1)) return function;
  if (version != NULL) function = dlvsym(RTLD_NEXT, name, version);
  if (function == NULL) function = dlsym(RTLD_NEXT, name);
  if (function == NULL) return function_for(caller, name);
  __atomic_store_n(known, function, __ATOMIC_RELEASE);
  return function;
}
