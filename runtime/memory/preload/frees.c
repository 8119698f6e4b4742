/* The wrappers of free and realloc in libfencepost.so: one look at a byte for each page of the block shows
 * whether the back end wants to know. */
#include <dlfcn.h>
#include <malloc.h>
#include <stdlib.h>

#include "memory/given_back.h"
#include "next.h"

const struct fencepost_memory_watcher* fencepost_told_of_memory;
__thread volatile int fencepost_busy __attribute__((tls_model("initial-exec")));

void fencepost_watch_memory(const struct fencepost_memory_watcher* to) {
  __atomic_store_n(&fencepost_told_of_memory, to, __ATOMIC_RELEASE);
}

void* fencepost_find_next_function(void** place, const char* name) {
  if (fencepost_busy) return NULL;
  ++fencepost_busy;
  void* function = dlsym(RTLD_NEXT, name);
  --fencepost_busy;
  __atomic_store_n(place, function, __ATOMIC_RELEASE);
  return function;
}

extern HIDDEN const struct fencepost_next *const __start_fencepost_memory_next[], *const __stop_fencepost_memory_next[];
static __attribute__((constructor)) void find_next_functions(void) {
  for (const struct fencepost_next* const* one = __start_fencepost_memory_next; one != __stop_fencepost_memory_next;
       ++one)
    fencepost_next_function((*one)->place, (*one)->name);
  (void)dlerror(); /* those that this C library does not have */
}

/* Allocators keep small blocks and give large ones back to the kernel. (Told before that happens: a thread that asks
 * meanwhile takes the memory for usable until the next time. Whoever reads what nobody has handed to it asks anew.) */
static void may_be_unmapped(const struct fencepost_memory_watcher* to, size_t size) {
  const size_t large = (size_t)64 << 10;
  if (size >= large) __atomic_fetch_add(to->unmappings, 1, __ATOMIC_RELAXED);
}

EXPORTED void free(void* block) {
  NEXT(free);
  if (next == NULL) return; /* from within dlsym: a few bytes stay */
  const struct fencepost_memory_watcher* to = fencepost_watching_memory();
  if (__builtin_expect(to != NULL, 0) && block != NULL) {
    const size_t size = malloc_usable_size(block);
    may_be_unmapped(to, size);
    if (is_watched(to, block, size)) tell(to, block, size, CALLER, 0);
  }
  next(block);
}

void fencepost_was_given_back(const void* block, size_t size, const void* caller) {
  const struct fencepost_memory_watcher* to = fencepost_watching_memory();
  if (to != NULL && block != NULL && is_watched(to, block, size)) tell(to, block, size, caller, 0);
}

EXPORTED void* realloc(void* block, size_t size) {
  NEXT(realloc);
  if (next == NULL) return NULL;
  const struct fencepost_memory_watcher* to = fencepost_watching_memory();
  if (__builtin_expect(to == NULL, 1) || block == NULL) return next(block, size);
  const uintptr_t before = (uintptr_t)block;
  const size_t size_before = malloc_usable_size(block);
  may_be_unmapped(to, size_before);
  if (!is_watched(to, block, size_before)) return next(block, size);
  ++fencepost_busy;
  const uint64_t order = to->about_to_free(block, size_before);
  --fencepost_busy;
  void* moved = next(block, size);
  const size_t kept = moved == NULL && size != 0   ? size_before
                      : (uintptr_t)moved == before ? malloc_usable_size(moved)
                                                   : 0;
  if (kept < size_before || order != 0) {
    const size_t given = kept < size_before ? size_before - kept : 0;
    tell(to, (const char*)before + (size_before - given), given, CALLER, order);
  }
  return moved;
}
