// Order by volatile words.
//
// The hooks report a volatile load before it happens: its value may be stored, and released, in between. So the word is
// acquired again before the thread's next access or event, when the load has happened. What the thread has accessed
// before the load is written first, so that it does not come after that acquire.
#pragma once

#include <cstdint>

namespace fencepost::memory {

// How a word is acquired (runtime/threads, which knows what is no news). Before any thread loads one.
void set_late_acquire(void (*acquire)(std::uintptr_t object));

namespace detail {
// The last one; the ones before it were acquired by then. 0: none.
extern constinit thread_local std::uintptr_t loaded __attribute__((tls_model("initial-exec")));
void acquire_loaded();
}  // namespace detail

// The calling thread is about to load the word. It has acquired it as it is, and written what it accessed before.
inline void will_load(std::uintptr_t object) {
  detail::loaded = object;
}

// Before an access or event of the calling thread: acquires the word that it has loaded.
inline void acquire_late() {
  if (detail::loaded != 0) [[unlikely]]
    detail::acquire_loaded();
}

}  // namespace fencepost::memory
