#include "rma/process_mutex.h"

#include <cerrno>
#include <csignal>
#include <sched.h>
#include <unistd.h>

#include "rma/waiting.h"

namespace fencepost::rma {

std::uint32_t ProcessMutex::self() {
  static const auto pid = static_cast<std::uint32_t>(getpid());
  return pid;
}

void ProcessMutex::wake() {
  futex_wake_all(word_);
}

void ProcessMutex::lock_slowly() {
  for (int tries = 0;; ++tries) {
    std::uint32_t seen = word_.load(std::memory_order_relaxed);
    if (seen == 0) {
      if (word_.compare_exchange_strong(seen, self(), std::memory_order_acquire)) return;
      continue;
    }
    if (tries < 100) {
      __builtin_ia32_pause();
      continue;
    }
    if (tries < 110) {
      sched_yield();
      continue;
    }
    if (!(seen & kWaiters) && !word_.compare_exchange_strong(seen, seen | kWaiters, std::memory_order_relaxed))
      continue;
    futex_wait(word_, seen | kWaiters, 20000);
    const auto holder = static_cast<pid_t>(seen & ~kWaiters);
    const int error = errno;
    const bool dead = kill(holder, 0) != 0 && errno == ESRCH;
    errno = error;
    std::uint32_t expected = seen | kWaiters;
    if (dead && word_.compare_exchange_strong(expected, self() | kWaiters, std::memory_order_acquire)) return;
  }
}

}  // namespace fencepost::rma
