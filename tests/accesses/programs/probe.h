// What test programs can ask of probe.so; without it they do nothing.
#pragma once
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif
__attribute__((weak)) void probe_track(void* address, size_t size);
__attribute__((weak)) void probe_track_also(void* address, size_t size);
__attribute__((weak)) void probe_untrack(void* address, size_t size);
__attribute__((weak)) void probe_event(void);
#ifdef __cplusplus
}
#endif
static inline void track(void* address, size_t size) {
  if (probe_track) probe_track(address, size);
}
// Offsets are not counted from it.
static inline void track_also(void* address, size_t size) {
  if (probe_track_also) probe_track_also(address, size);
}
static inline void event(void) {
  if (probe_event) probe_event();
}
#define NOINLINE __attribute__((noinline))
