/* free, realloc and munmap, as libfencepost.so stands in front of them: one look at a byte for each page of the block
 * tells whether the back end wants to know.
 *
 * Forbidden here: to call anything that may allocate or free. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "memory/attach.h"
#include "memory/watcher.h"

#define EXPORTED __attribute__((visibility("default")))
#define CALLER __builtin_return_address(0)

static const struct fencepost_memory_watcher* watcher;

void fencepost_watch_memory(const struct fencepost_memory_watcher* to) {
  __atomic_store_n(&watcher, to, __ATOMIC_RELEASE);
}

/* The thread is looking for the function behind ours, or telling the back end: what it frees meanwhile is its own. */
/* (Volatile: dlsym is declared to call nothing of this file, but frees messages through it.) */
static __thread volatile int busy __attribute__((tls_model("initial-exec")));

static void* next_function(void** place, const char* name) {
  void* function = __atomic_load_n(place, __ATOMIC_ACQUIRE);
  if (__builtin_expect(function != NULL, 1)) return function;
  if (busy) return NULL;
  ++busy;
  function = dlsym(RTLD_NEXT, name);
  --busy;
  __atomic_store_n(place, function, __ATOMIC_RELEASE);
  return function;
}
#define NEXT(name)              \
  static void* place_of_##name; \
  __typeof__(&name) next = (__typeof__(&name))next_function(&place_of_##name, #name)

static int is_watched(const struct fencepost_memory_watcher* to, const void* address, size_t size) {
  if (size == 0) return 0;
  const uintptr_t last = ((uintptr_t)address + size - 1) >> FENCEPOST_HOOKS_PAGE_SHIFT;
  for (uintptr_t page = (uintptr_t)address >> FENCEPOST_HOOKS_PAGE_SHIFT; page <= last; ++page)
    if (to->shadow[page & to->mask] != 0) return 1;
  return 0;
}

static void tell(const struct fencepost_memory_watcher* to, const void* address, size_t size, const void* caller) {
  ++busy;
  to->freed(address, size, caller);
  --busy;
}

static const struct fencepost_memory_watcher* watching(void) {
  return busy ? NULL : __atomic_load_n(&watcher, __ATOMIC_ACQUIRE);
}

EXPORTED void free(void* block) {
  NEXT(free);
  if (next == NULL) return; /* from within dlsym: a few bytes stay */
  const struct fencepost_memory_watcher* to = watching();
  if (__builtin_expect(to != NULL, 0) && block != NULL) {
    const size_t size = malloc_usable_size(block);
    if (is_watched(to, block, size)) tell(to, block, size, CALLER);
  }
  next(block);
}

EXPORTED void* realloc(void* block, size_t size) {
  NEXT(realloc);
  if (next == NULL) return NULL;
  const struct fencepost_memory_watcher* to = watching();
  if (__builtin_expect(to == NULL, 1) || block == NULL) return next(block, size);
  const uintptr_t before = (uintptr_t)block;
  const size_t size_before = malloc_usable_size(block);
  const int watched = is_watched(to, block, size_before);
  void* moved = next(block, size);
  if (watched && (uintptr_t)moved != before && (moved != NULL || size == 0))
    tell(to, (const void*)before, size_before, CALLER);
  return moved;
}

EXPORTED int munmap(void* address, size_t size) {
  NEXT(munmap);
  if (next == NULL) return -1;
  const struct fencepost_memory_watcher* to = watching();
  if (__builtin_expect(to != NULL, 0) && is_watched(to, address, size)) tell(to, address, size, CALLER);
  return next(address, size);
}
