// The short way of what most calls are: a put or get of contiguous data whose target is open and mapped here, and a
// flush with nothing to wait for. They need no Operation, no transport's decision, and no waiting; what they may do is
// the same as by the long way (operations.h, epochs.h), which everything else takes.
#pragma once

#include "rma/layout.h"
#include "rma/waiting.h"
#include "rma/window.h"

namespace fencepost::rma {

// Two stretches of memory between which a transfer moves; none: the long way.
struct Stretches {
  std::byte* origin = nullptr;
  std::byte* target = nullptr;
  std::int64_t bytes = 0;
  explicit operator bool() const { return bytes > 0; }
};

// Under the window's mutex, kept until the data has been moved. The address in `at_target` is not looked at.
inline Stretches stretches_of(Window& window, int rank, const Layout& origin, std::int64_t displacement,
                              const Layout& at_target) {
  constexpr std::int64_t kMost = std::int64_t{1} << 40;  // beyond it numbers might overflow
  constexpr std::int64_t kNowhere = 4096;                // below it are no buffers
  if (rank < 0 || rank >= window.size) return {};
  Target& target = window.target(rank);
  const handles::DatatypeInfo* const here = origin.type;
  const handles::DatatypeInfo* const there = at_target.type;
  if (!target.open || target.memory == nullptr || !target.waiting.empty() || !window.schedule.eager()) return {};
  if (target.lock == Lock::kNone && (window.locked > 0 || !(window.started ? target.started : window.fence_open)))
    return {};
  if (here == nullptr || there == nullptr || !here->contiguous || !there->contiguous) return {};
  if (!here->committed || !there->committed) return {};
  if (origin.count <= 0 || at_target.count <= 0 || here->size > kMost || there->size > kMost) return {};
  std::int64_t bytes = 0, there_bytes = 0, first = 0;
  if (__builtin_mul_overflow(origin.count, here->size, &bytes) || bytes > kMost) return {};
  if (__builtin_mul_overflow(at_target.count, there->size, &there_bytes) || bytes != there_bytes) return {};
  if (displacement < 0 || __builtin_mul_overflow(displacement, target.displacement_unit, &first)) return {};
  if (__builtin_add_overflow(first, there->true_lower_bound, &first) || first < 0 || bytes > target.size) return {};
  if (first > target.size - bytes) return {};
  std::byte* const from = origin.address + here->true_lower_bound;
  if (reinterpret_cast<std::int64_t>(from) < kNowhere) return {};
  return {from, target.memory + first, bytes};
}

// The operation itself; the call's event has been written.
inline void move_at_once(Window& window, int rank, const Stretches& stretches, bool to_target) {
  Target& target = window.target(rank);
  target.used = true;
  if (!target.started && target.lock == Lock::kNone) window.fence_used = true;
  copy_bytes(to_target ? stretches.target : stretches.origin, to_target ? stretches.origin : stretches.target,
             stretches.bytes);
}

// Flushes if that needs no waiting. False: nothing was done.
inline bool flush_at_once(Window& window, int rank, bool locally) {
  if (rank < 0 || rank >= window.size) return false;
  make_progress_now_and_then();
  const Guard guard(window.mutex);
  const Target& target = window.target(rank);
  if (target.lock == Lock::kNone || !target.direct || target.memory == nullptr || !target.waiting.empty()) return false;
  // What was executed has been executed by this process: the others see it in this order.
  if (!locally && target.used) std::atomic_thread_fence(std::memory_order_seq_cst);
  return true;
}

}  // namespace fencepost::rma
