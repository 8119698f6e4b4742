/* For pauses.c and channels.c: the functions behind ours. They are looked up when the library is loaded (see
 * wrappers.c), or earlier if one is called. */
#ifndef FENCEPOST_THREADS_NEXT_BETWEEN_H
#define FENCEPOST_THREADS_NEXT_BETWEEN_H

#include <dlfcn.h>
#include <stddef.h>

#define EXPORTED __attribute__((visibility("default")))

struct next {
  void** place;
  const char* name;
};
static inline void* look_up(void** place, const char* name) {
  void* const function = dlsym(RTLD_NEXT, name);
  __atomic_store_n(place, function, __ATOMIC_RELEASE);
  return function;
}
#define NEXT(name)                                                                                         \
  static void* place_of_##name;                                                                            \
  static const struct next next_of_##name = {&place_of_##name, #name};                                     \
  static const struct next* const listed_##name __attribute__((used, section("fencepost_between_next"))) = \
      &next_of_##name;                                                                                     \
  void* next = __atomic_load_n(&place_of_##name, __ATOMIC_ACQUIRE);                                        \
  if (__builtin_expect(next == NULL, 0)) next = look_up(&place_of_##name, #name)

#endif
