// Nothing here may call the recorder, the MPI library, or anything that the program may hold a lock of.
#include "rma/gathered_watch.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "handles/spin_lock.h"
#include "rma/helper_thread.h"
#include "rma/waiting.h"

namespace fencepost::rma {
namespace {

constexpr long kBetweenLooks = 50'000;  // µs
// If there was nothing at the last look. (Waking us costs the program a system call: it does so only once in a while,
// and may miss that the thread is about to sleep.)
constexpr long kLongestSleep = 1'000'000;

struct Watch {
  handles::SpinLock lock;
  std::vector<Watched*> watched FENCEPOST_GUARDED_BY(lock);
  bool tried FENCEPOST_GUARDED_BY(lock) = false;
  bool running = false;  // under the lock, but at the end
  std::atomic<std::uint32_t> wakes{0};
  std::atomic<bool> asleep{false}, ended{false};
  HelperThread thread;
};
// Never destroyed: windows may be destroyed at exit.
Watch& the_watch() {
  static Watch* const watch = new Watch;
  return *watch;
}

bool look(Watch& watch) {
  const LockGuard guard(watch.lock);
  bool something = false;
  for (Watched* const each : watch.watched) something |= each->transfer_what_is_left();
  return something;
}

void* work(void* argument) {
  Watch& watch = *static_cast<Watch*>(argument);
  while (!watch.ended.load(std::memory_order_acquire)) {
    const std::uint32_t heard = watch.wakes.load(std::memory_order_acquire);
    if (!look(watch)) {
      watch.asleep.store(true, std::memory_order_release);
      futex_wait(watch.wakes, heard, kLongestSleep);
      watch.asleep.store(false, std::memory_order_relaxed);
    }
    futex_wait(watch.wakes, watch.wakes.load(std::memory_order_acquire), kBetweenLooks);
  }
  return nullptr;
}

}  // namespace

bool watch(Watched& watched) {
  Watch& watch = the_watch();
  const LockGuard guard(watch.lock);
  if (!watch.tried) watch.running = watch.thread.start(work, &watch);
  watch.tried = true;
  if (watch.running) watch.watched.push_back(&watched);
  return watch.running;
}

void stop_watching(Watched& watched) {
  Watch& watch = the_watch();
  const LockGuard guard(watch.lock);
  std::erase(watch.watched, &watched);
}

void tell_watch() {
  Watch& watch = the_watch();
  if (!watch.asleep.load(std::memory_order_relaxed)) return;
  watch.asleep.store(false, std::memory_order_relaxed);
  watch.wakes.fetch_add(1, std::memory_order_release);
  futex_wake_all(watch.wakes);
}

void stop_watch() {
  Watch& watch = the_watch();
  if (!watch.running) return;
  watch.ended.store(true, std::memory_order_release);
  watch.wakes.fetch_add(1, std::memory_order_release);
  futex_wake_all(watch.wakes);
  watch.thread.join();
  watch.running = false;
}

}  // namespace fencepost::rma
