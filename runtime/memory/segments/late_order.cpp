#include "segments/late_order.h"

#include <atomic>

namespace fencepost::memory {

namespace detail {
constinit thread_local std::uintptr_t loaded = 0;
}

namespace {
constinit std::atomic<void (*)(std::uintptr_t)> acquire_word{nullptr};
}

void set_late_acquire(void (*acquire)(std::uintptr_t object)) {
  acquire_word.store(acquire, std::memory_order_release);
}

void detail::acquire_loaded() {
  const std::uintptr_t object = loaded;
  loaded = 0;
  if (const auto acquire = acquire_word.load(std::memory_order_acquire)) acquire(object);
}

}  // namespace fencepost::memory
