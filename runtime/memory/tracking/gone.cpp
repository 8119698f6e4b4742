#include "tracking/gone.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <sys/mman.h>
#include <sys/resource.h>

#include "recorder/memory.h"
#include "recorder/recorder.h"
#include "tracking/tracked.h"

namespace fencepost::memory {
namespace {

// Each costs the kernel an entry in its list of mappings, and no memory.
constexpr std::size_t kMost = 64;

struct Grave {
  Range mapping;
  Range known;
};

struct Gone {
  record::detail::Lock mutex;
  std::deque<Grave> graves FENCEPOST_GUARDED_BY(mutex);
};
Gone& gone() {
  static auto* const instance = new Gone;
  return *instance;
}

// All of it lies between these.
constinit std::atomic<std::uintptr_t> lowest{UINTPTR_MAX};
constinit std::atomic<std::uintptr_t> highest{0};

bool address_space_is_limited() {
  rlimit limit{};
  return getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY;
}

std::size_t size_of(Range range) {
  return range.end - range.begin;
}

void tell(Range known, std::uint64_t window, bool reusable) {
  record::write(event::WindowMemoryGone{.window = window,
                                        .address = known.begin,
                                        .size = size_of(known),
                                        .reusable = static_cast<std::uint64_t>(reusable)});
}

}  // namespace

bool bury(Range mapping, Range known, std::uint64_t window) {
  if (size_of(known) == 0 || address_space_is_limited()) return false;
  // Its memory goes, its addresses stay.
  if (mmap(reinterpret_cast<void*>(mapping.begin), size_of(mapping), PROT_NONE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) == MAP_FAILED) {
    return false;
  }
  tell(known, window, false);
  Grave oldest{};
  {
    Gone& all = gone();
    const LockGuard lock(all.mutex);
    all.graves.push_back({mapping, known});
    lowest.store(std::min(lowest.load(std::memory_order_relaxed), known.begin), std::memory_order_relaxed);
    highest.store(std::max(highest.load(std::memory_order_relaxed), known.end), std::memory_order_relaxed);
    if (all.graves.size() > kMost) {
      oldest = all.graves.front();
      all.graves.pop_front();
    }
  }
  if (size_of(oldest.mapping) != 0) {
    untrack(reinterpret_cast<const void*>(oldest.known.begin), size_of(oldest.known));
    tell(oldest.known, 0, true);
    munmap(reinterpret_cast<void*>(oldest.mapping.begin), size_of(oldest.mapping));
  }
  return true;
}

bool is_gone(std::uintptr_t address, std::size_t size) {
  if (address >= highest.load(std::memory_order_relaxed) || address + size <= lowest.load(std::memory_order_relaxed)) {
    return false;
  }
  Gone& all = gone();
  const LockGuard lock(all.mutex);
  return std::any_of(all.graves.begin(), all.graves.end(), [&](const Grave& grave) {
    return address < grave.known.end && grave.known.begin < address + size;
  });
}

}  // namespace fencepost::memory
