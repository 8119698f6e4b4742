// Whether a stretch of this process's memory may be read or written, and what of the heap lies there. We ask before
// we touch it for others, or for a call with an address that may be wrong. (What the kernel copies, it checks
// itself.)
#pragma once

#include <cstddef>
#include <cstdint>

namespace fencepost::memory {

// The same file under a number that programs do not count on: they may close or select() small ones. Takes -1 as well.
int moved_up(int descriptor);

class MemoryCheck {
 public:
  enum class Use : std::uint8_t { kRead, kWrite };
  enum class Cost : std::uint8_t { kImpossible, kByPage, kByMapping };

  MemoryCheck();
  ~MemoryCheck();
  MemoryCheck(const MemoryCheck&) = delete;
  MemoryCheck& operator=(const MemoryCheck&) = delete;

  // How much it costs with this kernel.
  Cost cost() const { return cost_; }
  // All of [first, end).
  bool may_use(std::uint64_t first, std::uint64_t end, Use use) const { return usable_until(first, end, use) >= end; }
  // The end of what may be used from `first` on, as far as it was checked: at least `end` if all of [first, end) may
  // be; `first` if nothing may. (If the kernel cannot say: a number beyond all addresses.)
  std::uint64_t usable_until(std::uint64_t first, std::uint64_t end, Use use) const;

 private:
  int maps_ = -1;
  Cost cost_ = Cost::kImpossible;
};

// Of the process, made at its first use.
const MemoryCheck& memory_check();

namespace detail {
// A stretch that was usable at this number of unmappings.
struct Known {
  std::uint64_t first = 0, end = 0;
  std::uint64_t unmappings = 0;
  bool writable = false;

  bool holds(std::uint64_t from, std::uint64_t to, std::uint64_t now, bool write) const {
    return from >= first && to <= end && unmappings == now && (writable || !write);
  }
};
// The watcher's (watcher.h).
inline std::uint64_t unmappings = 0;
// What the thread asked for last, for each use.
inline constinit thread_local Known last_known[2] __attribute__((tls_model("initial-exec"))) = {};
bool search_usable(std::uint64_t first, std::uint64_t end, std::uint64_t now, MemoryCheck::Use use);
}  // namespace detail

// May [first, end) be used? Quick where the thread asked for the same mapping before. Memory that has been given back
// meanwhile in a way that nobody sees counts as usable for a while.
inline bool is_usable(std::uint64_t first, std::uint64_t end, MemoryCheck::Use use) {
  const std::uint64_t now = __atomic_load_n(&detail::unmappings, __ATOMIC_RELAXED);
  const bool write = use == MemoryCheck::Use::kWrite;
  return detail::last_known[write].holds(first, end, now, write) || detail::search_usable(first, end, now, use);
}

}  // namespace fencepost::memory
