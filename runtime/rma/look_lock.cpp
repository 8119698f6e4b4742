#include "rma/look_lock.h"

#include <utility>

#include "recorder/looks.h"
#include "recorder/recorder.h"
#include "rma/control.h"
#include "rma/waiting.h"
#include "segments/segment.h"
#include "tracking/several_threads.h"

namespace fencepost::rma {
namespace {

struct Held {
  Window* window = nullptr;  // null: none is held
  int rank = 0;
  event::LockBegin begin;
};
constinit Held held;  // of the one thread

void write_lock() {
  const Held lock = std::exchange(held, {});
  const std::uint32_t sequence = lock.window->target(lock.rank).control->lock.number();
  record::write_from_signal(lock.begin);
  record::write_from_signal(event::LockEnd{});
  record::write_from_signal(event::LockGranted{lock.window->id, lock.rank, sequence});
}

bool is_lock_of_looks(Window& window, int rank) {
  if (memory::several_threads() || held.window != nullptr || rank < 0 || rank >= window.size) return false;
  // What loads and stores reach is protected by locks, too: those are always recorded.
  if (rank == window.rank || window.flavor == WindowFlavor::kAllocateShared || !window.schedule.eager()) return false;
  if (window.locked != 0 || window.all_locked || window.started || window.hints.no_locks) return false;
  if (window.fence_open && window.fence_used) return false;
  const Target& target = window.target(rank);
  return target.direct && target.memory != nullptr && target.control != nullptr && target.lock == Lock::kNone;
}

}  // namespace

bool lock_to_look(Window& window, Lock type, int rank, const event::LockBegin& begin) {
  const Guard guard(window.mutex);
  if (!is_lock_of_looks(window, rank)) return false;
  record::flush_segment();
  Target& target = window.target(rank);
  LockQueue& lock = target.control->lock;
  if (type == Lock::kExclusive ? !lock.hold_exclusive_at_once() : !lock.hold_shared_at_once()) return false;
  target.lock = type;
  target.lock_granted = target.open = true;
  target.lock_unchecked = target.used = false;
  target.lock_order = ++window.locks_called;
  target.lock_thread = nullptr;
  ++window.locked;
  held = {&window, rank, begin};
  record::hold_lock(&write_lock);
  return true;
}

bool unlock_after_look(Window& window, int rank) {
  if (held.window != &window || held.rank != rank) return false;
  const memory::Segment* const segment = memory::Segment::mine_if_any();
  if (segment != nullptr && !segment->is_idle()) {
    record::write_what_is_held();
    return false;
  }
  make_progress_now_and_then();
  const Guard guard(window.mutex);
  Target& target = window.target(rank);
  if (!target.waiting.empty()) return false;
  std::atomic_thread_fence(std::memory_order_seq_cst);
  target.control->lock.give_back_unnumbered(target.lock == Lock::kExclusive);
  target.lock = Lock::kNone;
  target.lock_granted = target.open = target.used = false;
  target.pending.end();
  --window.locked;
  held = {};
  record::drop_lock();
  return true;
}

}  // namespace fencepost::rma
