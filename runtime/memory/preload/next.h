/* What the wrappers of the C library share: the functions behind them, and whether the back end wants to know.
 *
 * Forbidden in this folder: calling anything that may allocate or free, or that the compiler might make of a loop. */
#ifndef FENCEPOST_MEMORY_PRELOAD_NEXT_H
#define FENCEPOST_MEMORY_PRELOAD_NEXT_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <stddef.h>
#include <stdint.h>

#include "hook_table/table.h"
#include "memory/watcher.h"

#define EXPORTED __attribute__((visibility("default")))
#define HIDDEN __attribute__((visibility("hidden")))
#define CALLER __builtin_return_address(0)

/* The thread looks up the function behind ours, or reports to the back end: what it does meanwhile is its own. */
/* (Volatile: dlsym is declared to call nothing of this folder, but frees messages through it.) */
extern HIDDEN __thread volatile int fencepost_busy __attribute__((tls_model("initial-exec")));

/* The function of this name behind ours, remembered in `place`; null from within itself. All that NEXT names are looked
 * up when the library is loaded: a look-up in the program's first call would destroy what dlerror() has just given it,
 * and this call may be the one that prints it. */
struct fencepost_next {
  void** place;
  const char* name;
};
HIDDEN void* fencepost_find_next_function(void** place, const char* name);
static inline void* fencepost_next_function(void** place, const char* name) {
  void* const known = __atomic_load_n(place, __ATOMIC_ACQUIRE);
  return __builtin_expect(known != NULL, 1) ? known : fencepost_find_next_function(place, name);
}
#define NEXT(name)                                                                                                  \
  static void* place_of_##name;                                                                                     \
  static const struct fencepost_next next_of_##name = {&place_of_##name, #name};                                    \
  static const struct fencepost_next* const listed_##name __attribute__((used, section("fencepost_memory_next"))) = \
      &next_of_##name;                                                                                              \
  __typeof__(&name) next = (__typeof__(&name))fencepost_next_function(&place_of_##name, #name)

/* Whom to report to; null: nobody. (In line: programs free and copy often.) */
extern HIDDEN const struct fencepost_memory_watcher* fencepost_told_of_memory;
/* Also within itself. */
static inline const struct fencepost_memory_watcher* fencepost_memory_watcher(void) {
  return __atomic_load_n(&fencepost_told_of_memory, __ATOMIC_ACQUIRE);
}
static inline const struct fencepost_memory_watcher* fencepost_watching_memory(void) {
  const struct fencepost_memory_watcher* to = fencepost_memory_watcher();
  return to == NULL || fencepost_busy ? NULL : to;
}

static inline int is_watched(const struct fencepost_memory_watcher* to, const void* address, size_t size) {
  if (size == 0) return 0;
  const uintptr_t last = ((uintptr_t)address + size - 1) >> FENCEPOST_HOOKS_PAGE_SHIFT;
  for (uintptr_t page = (uintptr_t)address >> FENCEPOST_HOOKS_PAGE_SHIFT; page <= last; ++page)
    if (to->shadow[page & to->mask] != 0) return 1;
  return 0;
}

/* This memory is given back: some of it is watched. */
static inline void tell(const struct fencepost_memory_watcher* to, const void* address, size_t size, const void* caller,
                        uint64_t order) {
  ++fencepost_busy;
  to->freed(address, size, caller, order);
  --fencepost_busy;
}

#endif
