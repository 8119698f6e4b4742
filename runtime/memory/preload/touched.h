/* What wrappers of functions that read and write memory of their callers share: telling the back end. */
#ifndef FENCEPOST_MEMORY_PRELOAD_TOUCHED_H
#define FENCEPOST_MEMORY_PRELOAD_TOUCHED_H

#include "next.h"

enum { READ, WRITTEN };
enum { NOT_HOOKED, HOOKED };

static inline void tell_touched(const struct fencepost_memory_watcher* to, const void* address, size_t size,
                                int written, int hooked, const void* caller) {
  if ((uintptr_t)caller - to->own_begin < to->own_end - to->own_begin) return;
  ++fencepost_busy;
  to->touched(address, size, written, hooked, caller);
  --fencepost_busy;
}

#define TOUCHED(address, size, written, hooked)                                                                \
  do {                                                                                                         \
    const struct fencepost_memory_watcher* const watcher_ = fencepost_watching_memory();                       \
    if (__builtin_expect(watcher_ != NULL, 0) && __builtin_expect(is_watched(watcher_, (address), (size)), 0)) \
      tell_touched(watcher_, (address), (size), (written), (hooked), CALLER);                                  \
  } while (0)

/* Byte by byte, for the time in which dlsym itself may come here before it has found anything. */
static inline void copy_bytes(char* to, const char* from, size_t size) {
  if (to <= from) {
    for (size_t i = 0; i < size; ++i) ((volatile char*)to)[i] = from[i];
  } else {
    for (size_t i = size; i-- > 0;) ((volatile char*)to)[i] = from[i];
  }
}

#endif
