#include "rma/look_lock.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <utility>

#include "recorder/looks.h"
#include "recorder/recorder.h"
#include "rma/control.h"
#include "rma/epochs.h"
#include "rma/unrecorded_locks.h"
#include "rma/waiting.h"
#include "segments/segment.h"

namespace fencepost::rma {
namespace {

constexpr int kAllRanks = UnrecordedLocks::kAllRanks;
constexpr int kMostRanks = 16;  // of a window where each rank's lock is taken or asked for

// What a process stores in its own part comes to be seen by others when it gives back the lock of that, and not all
// code tells of its stores. So while it polls there, the part is compared with what it was when the lock was given back
// last.
constexpr std::int64_t kMostOwnBytes = 4096;

// visit(rank, target)
template <class Visit>
void each_target(Window& window, int rank, const Visit& visit) {
  const bool all = rank == kAllRanks;
  for (int at = all ? 0 : rank; at < (all ? window.size : rank + 1); ++at) visit(at, window.target(at));
}

// Locks that were put off are taken in the order of the calls.
bool has_locks_put_off(Window& window) FENCEPOST_REQUIRES(window.mutex) {
  if (window.epochs.locked == 0) return false;
  if (window.size > kMostRanks) return true;  // perhaps
  bool any = false;
  each_target(window, kAllRanks, [&](int, const Target& target) { any = any || target.lock.is_put_off(); });
  return any;
}

bool is_for_looks(Window& window) FENCEPOST_REQUIRES(window.mutex) {
  // Locks also protect what loads and stores reach: those are always recorded.
  if (window.flavor == WindowFlavor::kAllocateShared) return false;
  if (window.epochs.all_locked || window.epochs.started || window.hints.no_locks) return false;
  if (has_locks_put_off(window)) return false;
  return !window.epochs.fence || !window.epochs.fence_used;
}

bool is_at_hand(const Target& target) {
  return target.direct && target.control != nullptr && !target.lock.is_called();
}

void take_to_look(Target& target, Lock type, bool unchecked) {
  target.lock.begin(type, unchecked);
  if (!unchecked) target.lock.note_granted();
  target.open = true;
  target.used = false;
}

bool is_small_enough(Window& window, int rank) {
  return rank != window.rank || (window.target(rank).part != nullptr && window.target(rank).size <= kMostOwnBytes);
}

std::uint64_t stretch_of_looks() {
  const format::ThreadLooks* const page = record::detail::looks_of_thread.page;
  return page != nullptr ? page->stretch : 0;
}

// Whether others see the same in this process's part, once it gives back its lock, as last time.
bool is_as_before(Window& window, int rank) {
  if (rank != window.rank) return true;
  const Target& own = window.target(rank);
  const std::string_view bytes(reinterpret_cast<const char*>(own.part), static_cast<std::size_t>(own.size));
  const UnrecordedLocks::OwnPart now{window.id, stretch_of_looks(), std::hash<std::string_view>{}(bytes)};
  const UnrecordedLocks::OwnPart before = std::exchange(UnrecordedLocks::own_part(), now);
  if (before.window == now.window && before.stretch == now.stretch && before.hash == now.hash) return true;
  record::write_what_is_held();
  return false;
}

// Whether what is held is this, and nothing was recorded or stored since, and nothing loaded but, of this process's own
// part under its own lock, what the last round has loaded as well. (is_as_before() has said whether it got the same.)
bool has_only_looked(Window& window, int rank) {
  if (!UnrecordedLocks::is_held(window.looking, rank)) return false;
  memory::Segment* const segment = memory::Segment::mine_if_any();
  if (segment == nullptr || segment->is_idle()) return true;
  UnrecordedLocks::OwnPart& part = UnrecordedLocks::own_part();
  const UnrecordedLocks::OwnPart known = std::exchange(part, {});
  if (rank != window.rank || !segment->forget_same_round(stretch_of_looks())) {
    record::write_what_is_held();
    return false;
  }
  part = known;
  return true;
}

bool give_back(Window& window, int rank) FENCEPOST_REQUIRES(window.mutex) {
  bool waits = false;
  each_target(window, rank, [&](int, const Target& target) { waits = waits || !target.waiting.empty(); });
  if (waits || !UnrecordedLocks::drop(window.looking, rank)) return false;
  std::atomic_thread_fence(std::memory_order_seq_cst);
  each_target(window, rank, [](int, Target& target) {
    if (target.lock.granted) target.control->lock.give_back_unnumbered(target.lock.type == Lock::kExclusive);
    target.lock.end();
    target.end_epoch();
  });
  return true;
}

// What the thread has loaded and stored before the lock, in the same way in each round.
void write_accesses_of_round() {
  if (record::detail::looks_of_thread.held_sync.window != 0) return record::flush_segment();
  if (memory::Segment* const segment = memory::Segment::mine_if_any()) segment->flush_in_round();
}

}  // namespace

bool lock_to_look(Window& window, Lock type, int rank, const event::LockBegin& begin) {
  take_locks_put_off(window);
  if (!window.looking.lets_others_go()) return false;
  const Guard guard(window.mutex);
  if (rank < 0 || rank >= window.size || !is_for_looks(window)) return false;
  Target& target = window.target(rank);
  if (!is_at_hand(target) || !is_small_enough(window, rank)) return false;
  write_accesses_of_round();
  const bool unchecked = (begin.asserts & kNoCheck) != 0;
  if (!unchecked) {
    LockQueue& lock = target.control->lock;
    if (type == Lock::kExclusive ? !lock.hold_exclusive_at_once() : !lock.hold_shared_at_once()) return false;
  }
  take_to_look(target, type, unchecked);
  if (!unchecked) target.lock.order = ++window.epochs.locks_called;
  ++window.epochs.locked;
  UnrecordedLocks::hold({&window.looking, rank, {&target, 1}, begin});
  return true;
}

bool lock_all_to_look(Window& window, const event::LockBegin& begin) {
  take_locks_put_off(window);
  if (!window.looking.lets_others_go()) return false;
  const Guard guard(window.mutex);
  if (window.size > kMostRanks || window.epochs.has_locks() || !is_for_looks(window)) return false;
  bool at_hand = true;
  each_target(window, kAllRanks, [&](int, const Target& target) { at_hand = at_hand && is_at_hand(target); });
  if (!at_hand) return false;
  write_accesses_of_round();
  const bool unchecked = (begin.asserts & kNoCheck) != 0;
  int locked = unchecked ? window.size : 0;
  while (locked < window.size && window.target(locked).control->lock.hold_shared_at_once()) ++locked;
  if (locked < window.size) {
    while (locked-- > 0) window.target(locked).control->lock.give_back_unnumbered(false);
    return false;
  }
  each_target(window, kAllRanks, [&](int, Target& target) { take_to_look(target, Lock::kShared, unchecked); });
  window.epochs.all_locked = true;
  const std::span<const Target> targets(window.targets.get(), static_cast<std::size_t>(window.size));
  UnrecordedLocks::hold({&window.looking, kAllRanks, targets, begin});
  return true;
}

bool unlock_after_look(Window& window, int rank) {
  if (rank == kAllRanks || !UnrecordedLocks::is_held(window.looking, rank) || !is_as_before(window, rank)) return false;
  if (!has_only_looked(window, rank)) return false;
  make_progress_now_and_then();
  const Guard guard(window.mutex);
  if (!give_back(window, rank)) return false;
  window.epochs.end_lock();
  return true;
}

bool unlock_all_after_look(Window& window) {
  if (!has_only_looked(window, kAllRanks)) return false;
  make_progress_now_and_then();
  const Guard guard(window.mutex);
  if (!give_back(window, kAllRanks)) return false;
  window.epochs.all_locked = false;
  return true;
}

}  // namespace fencepost::rma
