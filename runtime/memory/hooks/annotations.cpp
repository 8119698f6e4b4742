// What programs that know ThreadSanitizer call themselves. We understand the functions that say what is ordered; the
// others are there so that the program links.
#include "hooks.h"

using namespace fencepost::hooks;

// Called by a constructor of each object file that -fsanitize=thread instrumented, before the module is attached.
HOOK void __tsan_init() {
  fencepost_hooks_of_module.by_sanitizer = 1;
}

HOOK void __tsan_acquire(void* object) {
  acquire(object);
}
HOOK void __tsan_release(void* object) {
  release(object);
}

HOOK void __tsan_mutex_create(void*, unsigned) {}
HOOK void __tsan_mutex_destroy(void*, unsigned) {}
HOOK void __tsan_mutex_pre_lock(void*, unsigned) {}
HOOK void __tsan_mutex_post_lock(void* object, unsigned, int) {
  acquire(object);
}
HOOK int __tsan_mutex_pre_unlock(void* object, unsigned) {
  release(object);
  return 0;
}
HOOK void __tsan_mutex_post_unlock(void*, unsigned) {}
HOOK void __tsan_mutex_pre_signal(void* object, unsigned) {
  release(object);
}
HOOK void __tsan_mutex_post_signal(void*, unsigned) {}
HOOK void __tsan_mutex_pre_divert(void*, unsigned) {}
HOOK void __tsan_mutex_post_divert(void*, unsigned) {}

HOOK void __tsan_ignore_thread_begin() {}
HOOK void __tsan_ignore_thread_end() {}
HOOK void __tsan_flush_memory() {}

HOOK void* __tsan_get_current_fiber() {
  return nullptr;
}
HOOK void* __tsan_create_fiber(unsigned) {
  return nullptr;
}
HOOK void __tsan_destroy_fiber(void*) {}
HOOK void __tsan_switch_to_fiber(void*, unsigned) {}
HOOK void __tsan_set_fiber_name(void*, const char*) {}
