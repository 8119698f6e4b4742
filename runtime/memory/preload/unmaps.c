/* The wrappers of munmap, mremap and dlclose in libfencepost.so: memory that is unmapped while it is watched. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdarg.h>
#include <sys/mman.h>

#include "next.h"

/* Under the C library's version alone: libraries for networks look up munmap without a version, and overwrite the code
 * of the function that they find. That has to be the C library's: ours would never be called again. */
EXPORTED int fencepost_munmap(void* address, size_t size) {
  NEXT(munmap);
  if (next == NULL) return -1;
  const struct fencepost_memory_watcher* to = fencepost_watching_memory();
  if (__builtin_expect(to == NULL, 1)) return next(address, size);
  if (is_watched(to, address, size)) tell(to, address, size, CALLER, 0);
  const int result = next(address, size);
  __atomic_fetch_add(to->unmappings, 1, __ATOMIC_RELAXED);
  return result;
}
__asm__(".symver fencepost_munmap, munmap@GLIBC_2.2.5, remove");

/* What is left of the old place is given back: all of it if the memory has moved. (Versioned as above.) */
EXPORTED void* fencepost_mremap(void* address, size_t size, size_t new_size, int flags, ...) {
  va_list further;
  va_start(further, flags);
  void* const to_place = flags & MREMAP_FIXED ? va_arg(further, void*) : NULL;
  va_end(further);
  NEXT(mremap);
  if (next == NULL) return MAP_FAILED;
  void* const moved = next(address, size, new_size, flags, to_place);
  const struct fencepost_memory_watcher* to = fencepost_watching_memory();
  if (__builtin_expect(to == NULL, 1) || moved == MAP_FAILED) return moved;
  const size_t kept = moved != address ? 0 : new_size < size ? new_size : size;
  if (kept < size && is_watched(to, (const char*)address + kept, size - kept))
    tell(to, (const char*)address + kept, size - kept, CALLER, 0);
  __atomic_fetch_add(to->unmappings, 1, __ATOMIC_RELAXED);
  return moved;
}
__asm__(".symver fencepost_mremap, mremap@GLIBC_2.2.5, remove");

/* Loaded libraries that have watched memory: static variables that are a window or a buffer. */
struct loaded {
  const struct fencepost_memory_watcher* to;
  struct {
    uintptr_t begin;
    size_t size;
    int is_there;
  } parts[16];
  int count;
};

static int note_part(struct dl_phdr_info* object, size_t size, void* data) {
  (void)size;
  struct loaded* const all = data;
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)* const part = &object->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || (part->p_flags & PF_W) == 0) continue;
    const uintptr_t begin = object->dlpi_addr + part->p_vaddr;
    if (all->count == (int)(sizeof all->parts / sizeof all->parts[0])) return 1;
    if (!is_watched(all->to, (const void*)begin, part->p_memsz)) continue;
    all->parts[all->count].begin = begin;
    all->parts[all->count].size = part->p_memsz;
    all->parts[all->count++].is_there = 0;
  }
  return 0;
}

static int find_part(struct dl_phdr_info* object, size_t size, void* data) {
  (void)size;
  struct loaded* const all = data;
  for (int i = 0; i < object->dlpi_phnum; ++i)
    for (int k = 0; k < all->count; ++k)
      all->parts[k].is_there |= object->dlpi_phdr[i].p_type == PT_LOAD &&
                                object->dlpi_addr + object->dlpi_phdr[i].p_vaddr == all->parts[k].begin;
  return 0;
}

/* The library stays if others need it. */
EXPORTED int dlclose(void* handle) {
  NEXT(dlclose);
  if (next == NULL) return -1;
  struct loaded all;
  all.to = fencepost_watching_memory();
  all.count = 0;
  if (all.to != NULL) dl_iterate_phdr(note_part, &all);
  const int result = next(handle);
  if (all.count == 0) return result;
  dl_iterate_phdr(find_part, &all);
  for (int k = 0; k < all.count; ++k)
    if (!all.parts[k].is_there) tell(all.to, (const void*)all.parts[k].begin, all.parts[k].size, CALLER, 0);
  __atomic_fetch_add(all.to->unmappings, 1, __ATOMIC_RELAXED);
  return result;
}
