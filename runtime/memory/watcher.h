/* What the wrappers of C library functions in libfencepost.so (preload/) tell the back end. Plain C. */
#ifndef FENCEPOST_MEMORY_WATCHER_H
#define FENCEPOST_MEMORY_WATCHER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct fencepost_memory_watcher {
  /* As in struct fencepost_hooks (hook_table/table.h): blocks without a tracked page are of no interest. */
  const uint8_t* shadow;
  uint64_t mask;
  /* The back end itself: what the library does for it is of no interest, either. */
  uintptr_t own_begin, own_end;
  /* A block may be given back before that can be reported (realloc), and another thread may have it by then: what is
   * known of it is set aside. Returns when that was, in the order of threads, for `freed`, which must follow, with what
   * was given back of the block's end (nothing: size 0 at the end). 0: there is one thread, nothing need follow. */
  uint64_t (*about_to_free)(const void* address, size_t size);
  /* The block is given back, or was, at `order` (0: now). `caller`: return address of the wrapper. Any thread; not
   * called from within itself. */
  void (*freed)(const void* address, size_t size, const void* caller, uint64_t order);
  /* The C library has read (or written) the memory for `caller`. `hooked`: it is one of the functions that hooks in
   * instrumented code see by themselves. Any thread; not called from within itself. */
  void (*touched)(const void* address, size_t size, int written, int hooked, const void* caller);
  /* What is written to this file descriptor, which no file has, is for the back end: it has asked somebody to print.
   * Any thread, within the two above as well. */
  int print_file;
  void (*printed)(const void* text, size_t size);
  /* Raised before memory may go back to the kernel: what was known about its mapping is no longer valid. */
  uint64_t* unmappings;
};

/* In libfencepost.so: from now on, tell `watcher`; null: nobody. */
__attribute__((visibility("hidden"))) void fencepost_watch_memory(const struct fencepost_memory_watcher* watcher);

#ifdef __cplusplus
} /* extern "C" */

namespace fencepost::memory {

/* In the back end: the watcher. */
const fencepost_memory_watcher* watcher();

}  // namespace fencepost::memory
#endif
#endif
