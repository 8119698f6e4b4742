// The short way, for most calls: a put or get of contiguous data or an atomic operation on one element, whose target
// is open and mapped here, and a flush with nothing to wait for. They need no Operation, no decision by the transport,
// and no waiting. What they may do is the same as on the long way (operations.h, epochs.h), which everything else
// takes.
#pragma once

#include "recorder/looks.h"
#include "rma/layout.h"
#include "rma/operation.h"
#include "rma/process_block.h"
#include "rma/requests.h"
#include "rma/waiting.h"
#include "rma/window.h"

namespace fencepost::rma {

// Whether operations on the rank may take effect now. `looks`: of a thread that polls, what only looks does so under
// every schedule. Nobody could tell one that waits for its flush from it, and whoever watches the job needs to know
// what it was told.
inline bool is_open_at_once(Window& window, int rank, bool looks) FENCEPOST_REQUIRES(window.mutex) {
  if (rank < 0 || rank >= window.size) return false;
  const Target& target = window.target(rank);
  if (!target.open || target.memory == nullptr || !target.waiting.empty()) return false;
  if (!looks && !window.schedule.eager()) return false;
  if (target.lock.is_called()) return true;
  return window.epochs.locked == 0 && (window.epochs.started ? target.started : window.epochs.fence);
}

// This many bytes at the displacement, and `first` bytes further; null: not all of them are in the window.
inline std::byte* bytes_at(const Target& target, std::int64_t displacement, std::int64_t first, std::int64_t bytes) {
  std::int64_t at = 0;
  if (displacement < 0 || __builtin_mul_overflow(displacement, target.displacement_unit, &at)) return nullptr;
  if (__builtin_add_overflow(at, first, &at) || at < 0 || bytes > target.size) return nullptr;
  return at > target.size - bytes ? nullptr : target.memory + at;
}

// Two stretches of memory between which a transfer moves; none: the long way.
struct Stretches {
  std::byte* origin = nullptr;
  std::byte* target = nullptr;
  std::int64_t bytes = 0;
  explicit operator bool() const { return bytes > 0; }
};

// Under the window's mutex, held until the data has been moved. Ignores the address in `at_target`. `looks`: a get of a
// thread that polls.
inline Stretches stretches_of(Window& window, int rank, const Layout& origin, std::int64_t displacement,
                              const Layout& at_target, bool looks) FENCEPOST_REQUIRES(window.mutex) {
  constexpr std::int64_t kMost = std::int64_t{1} << 40;  // beyond it numbers might overflow
  if (!is_open_at_once(window, rank, looks)) return {};
  const handles::DatatypeInfo* const here = origin.type;
  const handles::DatatypeInfo* const there = at_target.type;
  if (here == nullptr || there == nullptr || !here->contiguous || !there->contiguous) return {};
  if (!here->committed || !there->committed) return {};
  if (origin.count <= 0 || at_target.count <= 0 || here->size > kMost || there->size > kMost) return {};
  std::int64_t bytes = 0, there_bytes = 0;
  if (__builtin_mul_overflow(origin.count, here->size, &bytes) || bytes > kMost) return {};
  if (__builtin_mul_overflow(at_target.count, there->size, &there_bytes) || bytes != there_bytes) return {};
  std::byte* const from = origin.address + here->true_lower_bound;
  if (is_nowhere(from)) return {};
  std::byte* const to = bytes_at(window.target(rank), displacement, there->true_lower_bound, bytes);
  return to != nullptr ? Stretches{from, to, bytes} : Stretches{};
}

// The operation itself; the call's event has been written.
inline void move_at_once(Window& window, int rank, const Stretches& stretches, bool to_target)
    FENCEPOST_REQUIRES(window.mutex) {
  window.note_use(window.target(rank));
  copy_bytes(to_target ? stretches.target : stretches.origin, to_target ? stretches.origin : stretches.target,
             stretches.bytes);
}

// An atomic operation on one element; none: the long way.
struct ElementUpdate {
  std::byte* target = nullptr;
  std::int64_t bytes = 0;
  const handles::DatatypeInfo* type = nullptr;
  Kind kind = Kind::kAccumulate;
  ReduceOp op = ReduceOp::kNull;
  Kernel apply = nullptr;  // null: compare_and_swap, kReplace, kNoOp
  const std::byte* origin = nullptr;
  std::byte* result = nullptr;
  const std::byte* compare = nullptr;
  explicit operator bool() const { return target != nullptr; }

  bool reads_origin() const { return op != ReduceOp::kNoOp; }
  bool fetches() const { return kind != Kind::kAccumulate; }
};

// Takes kind, op, type and the buffers of `asked`. Under the window's mutex, held until it has been carried out.
inline ElementUpdate update_of(Window& window, int rank, std::int64_t displacement, ElementUpdate asked)
    FENCEPOST_REQUIRES(window.mutex) {
  constexpr std::int64_t kLargest = 16;
  const handles::DatatypeInfo* const type = asked.type;
  if (type == nullptr || !type->predefined || !type->contiguous || type->size > kLargest) return {};
  if (type->uniform == BasicType::kUnknown || !is_open_at_once(window, rank, asked.fetches() && record::polls()))
    return {};
  if (asked.kind == Kind::kCompareAndSwap) {
    if (!comparable(type->uniform) || asked.compare == nullptr) return {};
  } else if (asked.op == ReduceOp::kNoOp) {
    if (!asked.fetches()) return {};
  } else if (asked.op != ReduceOp::kReplace) {
    asked.apply = kernel(asked.op, type->uniform);
    if (asked.apply == nullptr) return {};
  }
  if (asked.reads_origin() && is_nowhere(asked.origin)) return {};
  if (asked.fetches() && is_nowhere(asked.result)) return {};
  asked.bytes = type->size;
  asked.target = bytes_at(window.target(rank), displacement, 0, asked.bytes);
  return asked;
}

inline void put_in(std::byte* value, const ElementUpdate& update) {
  if (update.apply != nullptr)
    update.apply(value, update.origin, 1);
  else
    copy_bytes(value, update.origin, update.bytes);
}
// Whether the target would hold what it holds: a replacement by the same value, a sum with 0.
inline bool leaves_it(const ElementUpdate& update, const std::byte* found) {
  alignas(16) std::byte value[16];
  copy_bytes(value, found, update.bytes);
  put_in(value, update);
  return __builtin_memcmp(value, found, static_cast<std::size_t>(update.bytes)) == 0;
}

// The operation itself: whether it has written to the target, whether something else stands there now, and its number
// among the atomic operations there. `seen`: of the thread's last one, if it polls. If nobody has changed anything
// since and this one would not either, it is not carried out.
struct Updated {
  bool changed = false;
  bool differs = false;
  bool wrote = false;          // it has a part in the value that is there now (execute.h)
  std::uint64_t sequence = 0;  // 0: it took none, because nobody had changed anything since the number that `seen` says
};
inline Updated update_at_once(Window& window, int rank, const ElementUpdate& update, std::uint64_t seen)
    FENCEPOST_REQUIRES(window.mutex) {
  Target& target = window.target(rank);
  window.note_use(target);
  ProcessBlock& block = *target.peer->block;
  alignas(16) std::byte found[16];
  bool changed = update.op != ReduceOp::kNoOp;
  block.atomics.lock();
  copy_bytes(found, update.target, update.bytes);
  if (update.kind == Kind::kCompareAndSwap) {
    changed = __builtin_memcmp(found, update.compare, static_cast<std::size_t>(update.bytes)) == 0;
  }
  if (changed && seen != 0 && block.changed_at <= seen && leaves_it(update, found)) changed = false;
  const bool repeats = !changed && seen != 0 && block.changed_at <= seen;
  const std::uint64_t sequence = repeats ? 0 : ++block.sequence;
  if (changed) block.changed_at = sequence;
  if (changed) put_in(update.target, update);
  const bool differs = changed && __builtin_memcmp(found, update.target, static_cast<std::size_t>(update.bytes)) != 0;
  block.atomics.unlock();
  if (update.fetches()) copy_bytes(update.result, found, update.bytes);
  const bool replaces = update.apply == nullptr;
  return {changed, differs, changed && (replaces || differs), sequence};
}

inline bool is_flushed_at_once(const Target& target) {
  if (!target.lock.is_called() || !target.direct || !target.waiting.empty()) return false;
  return target.memory != nullptr || target.gathered.is_finished();
}

// Flushes if that needs no waiting. False: nothing was done.
inline bool flush_at_once(Window& window, int rank, bool locally) {
  if (rank < 0 || rank >= window.size) return false;
  make_progress_now_and_then();
  const Guard guard(window.mutex);
  Target& target = window.target(rank);
  if (!is_flushed_at_once(target)) return false;
  Request::show_kept();
  // This process has executed what was executed: the others see it in this order.
  if (!locally && target.used) std::atomic_thread_fence(std::memory_order_seq_cst);
  if (!locally) target.pending.end();
  return true;
}

// The same for all targets. Those of a lock_all that were never used, whose locks nobody has asked for, have nothing.
inline bool flush_all_at_once(Window& window, bool locally) {
  make_progress_now_and_then();
  const Guard guard(window.mutex);
  if (!window.epochs.all_locked) return false;
  for (int rank = 0; rank < window.size; ++rank) {
    const Target& target = window.target(rank);
    if ((target.used || !target.waiting.empty()) && !is_flushed_at_once(target)) return false;
  }
  Request::show_kept();
  if (locally) return true;
  std::atomic_thread_fence(std::memory_order_seq_cst);
  for (int rank = 0; rank < window.size; ++rank) window.target(rank).pending.end();
  return true;
}

}  // namespace fencepost::rma
